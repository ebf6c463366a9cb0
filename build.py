"""Everything that is done with this checkout, on a machine with Python 3.11+ and nothing else.

python build.py serve    environment, build, a local server, and the page opens
python build.py test     environment, browser, build, every test

The parts: env, build, check (linters and types), shots (pictures of the page), lock (new versions). Standard library
only.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

OLDEST = (3, 11)
SHOTS = "tests/browser/page/test_page_shots.py"
if sys.version_info < OLDEST:
    sys.exit(f"The Archivist needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}.")

from buildtools import browser, checks, env, lock, serve, site  # noqa: E402 - newer syntax than an old Python can read
from buildtools.places import DIST, PYTHON, ROOT  # noqa: E402 - as above
from buildtools.say import MissingError, say  # noqa: E402 - as above


def build() -> None:
    """dist/ from this checkout."""
    env.ensure()
    site.build(DIST)


def test(arguments: list[str]) -> int:
    """Every test, or those that the arguments for pytest name."""
    env.ensure()
    surroundings = browser.surroundings()  # before the build: what is missing is said at once
    build()
    return subprocess.run([PYTHON, "-m", "pytest", *arguments], cwd=ROOT, env=surroundings, check=False).returncode


def shots(folder: str) -> int:
    """Pictures of the page's main views, for people to look at."""
    env.ensure()
    drawing = browser.surroundings() | {"ARCHIVIST_SHOTS": folder}
    command = [PYTHON, "-m", "pytest", "-q", SHOTS]
    return subprocess.run(command, cwd=ROOT, env=drawing, check=False).returncode


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="build.py", description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("env", help="make or refresh .venv and web/node_modules")
    commands.add_parser("build", help="make dist/, the static site")
    serving = commands.add_parser("serve", help="build, serve on this machine, open the page")
    serving.add_argument("--port", type=int, default=None, help="the port to take (default: 8000 or the next free one)")
    serving.add_argument("--no-open", action="store_true", help="do not open a browser")
    commands.add_parser("test", help="every test; what follows goes to pytest")
    commands.add_parser("check", help="ruff, mypy, import-linter, tsc, and whether the drawings are current")
    drawing = commands.add_parser("shots", help="pictures of the page's main views")
    drawing.add_argument("--folder", default="shots", help="where they go (default: shots)")
    commands.add_parser("lock", help="resolve the versions anew and write their hashes")
    return parser


def _serve(options: argparse.Namespace) -> int:
    build()
    serve.serve(DIST, port=options.port, show=not options.no_open)
    return 0


def _check(_: argparse.Namespace) -> int:
    env.ensure()
    return checks.check()


def _shots(options: argparse.Namespace) -> int:
    return shots(options.folder)


def _lock(_: argparse.Namespace) -> int:
    env.python()
    lock.lock()
    return 0


def _env(_: argparse.Namespace) -> int:
    env.ensure()
    return 0


def _build(_: argparse.Namespace) -> int:
    build()
    return 0


COMMANDS = {"env": _env, "build": _build, "serve": _serve, "check": _check, "shots": _shots, "lock": _lock}


def main() -> int:
    """Runs one command; 0 done, 1 something failed or is missing, 2 wrong usage."""
    parser = _parser()
    options, rest = parser.parse_known_args()
    if rest and options.command != "test":
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    try:
        return test(rest) if options.command == "test" else COMMANDS[options.command](options)
    except MissingError as missing:
        say(f"\n{missing}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
