"""`python -m archivist`."""

import sys

from archivist.cli import main

sys.exit(main())
