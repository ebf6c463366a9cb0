"""The engine's own tests inside the worker, in Python compiled to WebAssembly, run by the real pytest and Hypothesis.

Both are sent from this environment together with the tests, and with the original's recordings where those are. What
needs processes skips itself. Python starts from its files: its snapshot is taken where nothing can switch stacks, and
Python from it believes that nothing can, so that no test could wait for a coroutine. Two things stand in: tests that
are coroutines run on the worker's own event loop, not on pytest-asyncio's; and Hypothesis' compiled module, which knows
floats, is a few lines of Python.
"""

from __future__ import annotations

import base64
import importlib.metadata
import io
import json
import os
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.harness import Harness
from tests.dag.oracle import FOLDER

ROOT = Path(__file__).resolve().parents[2]
# The site leaves out what the Archivist does not import.
STDLIB = ROOT / "web" / "node_modules" / "pyodide" / "python_stdlib.zip"
PACKAGES = ("pytest", "pluggy", "iniconfig", "packaging", "pygments", "hypothesis", "sortedcontainers")
# Hundreds of languages that no traceback is written in.
UNSENT = re.compile(r"pygments/lexers/(?!(__init__|_mapping|python|diff)\.py)|\.(so|pyd|pyc|exe)$|(^|/)\.\.(/|$)")
# The recordings of whole conversations and of speed are not the engine's.
RECORDED = ("documents", "mermaid", "mermaid-edge", "jsonld", "traces")

NATIVE = """
import math, struct

FORMATS = {16: ("!e", "!H"), 32: ("!f", "!I"), 64: ("!d", "!Q")}

def float_of(x, width): return struct.unpack(FORMATS[width][0], struct.pack(FORMATS[width][0], float(x)))[0]
def float_to_int(value, width=64): return struct.unpack(FORMATS[width][1], struct.pack(FORMATS[width][0], value))[0]
def int_to_float(value, width=64): return struct.unpack(FORMATS[width][0], struct.pack(FORMATS[width][1], value))[0]
def is_negative(x): return math.copysign(1.0, x) < 0
def width_smallest_normals(width): return {16: 2.0**-14, 32: 2.0**-126, 64: 2.0**-1022}[width]

def next_up(value, width=64):
    if math.isnan(value) or value == math.inf: return value
    if value == 0 and is_negative(value): return 0.0
    return int_to_float(float_to_int(value, width) + (-1 if is_negative(value) else 1), width)

def next_down(value, width=64): return -next_up(-value, width)

def next_up_normal(value, width, *, allow_subnormal):
    value = next_up(value, width)
    smallest = width_smallest_normals(width)
    return (-0.0 if value < 0 else smallest) if not allow_subnormal and 0 < abs(value) < smallest else value

def next_down_normal(value, width, *, allow_subnormal):
    return -next_up_normal(-value, width, allow_subnormal=allow_subnormal)

def count_between_floats(x, y, width=64):
    if is_negative(x) and not is_negative(y):
        return count_between_floats(x, -0.0, width) + count_between_floats(0.0, y, width)
    return abs(float_to_int(y, width) - float_to_int(x, width)) + 1
"""

RUNNER = """
import base64, inspect, io, math, os, traceback, types, zipfile

zipfile.ZipFile(io.BytesIO(base64.b64decode(SUITE))).extractall("/suite")
sys.path[:0] = ["/suite", "/suite/packages"]
sys.path.append("/suite/python_stdlib.zip")
os.chdir("/suite")
os.environ["ARCHIVIST_ORACLE"] = "/suite/oracle"

import archivist.dag, pathlib
pathlib.Path(archivist.dag.__file__).with_name("README.md").write_bytes(pathlib.Path("README.md").read_bytes())

native = types.ModuleType("hypothesis._native")
native.__version__ = VERSION
internal = types.ModuleType("hypothesis._native.internal")
floats = types.ModuleType("hypothesis._native.internal.floats")
exec(NATIVE, vars(floats))
cathetus = types.ModuleType("hypothesis._native.internal.cathetus")
cathetus.cathetus = lambda h, a: math.sqrt(max(0.0, h * h - a * a))
sys.modules |= {one.__name__: one for one in (native, internal, floats, cathetus)}

class Heard:
    ran = {}
    failures = {}
    skipped = {}

    def pytest_configure(self, config):
        from hypothesis import settings
        # Everything takes several times as long here, so laws are tried on fewer examples than elsewhere.
        settings.register_profile("worker", max_examples=10)
        settings.load_profile("worker")

    def pytest_pyfunc_call(self, pyfuncitem):
        if not inspect.iscoroutinefunction(pyfuncitem.obj):
            return None
        names = pyfuncitem._fixtureinfo.argnames
        run_sync(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
        return True

    def pytest_runtest_logstart(self, nodeid, location):
        tell({"at": nodeid})

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failures[report.nodeid] = report.longreprtext[-2500:]
        elif report.skipped:
            self.skipped[report.nodeid] = report.longrepr[2] if isinstance(report.longrepr, tuple) else "?"
        elif report.when == "call":
            module = report.nodeid.partition("::")[0].rpartition("/")[2]
            self.ran[module] = self.ran.get(module, 0) + 1

    def pytest_collectreport(self, report):
        if report.failed:
            self.failures[report.nodeid] = report.longreprtext[-2500:]

async def run_suite():
    global pytest, run_sync
    from pyodide.ffi import run_sync
    import pytest
    heard = Heard()
    options = ["-q", "--import-mode=importlib", "--capture=sys", "-W", "error", "-p", "no:cacheprovider"]
    said = io.StringIO()
    there, sys.stdout = sys.stdout, said
    try:
        status = pytest.main([*options, "-p", "no:faulthandler", "tests/dag"], plugins=[heard])
    finally:
        sys.stdout = there
    tell({"status": int(status), "ran": heard.ran, "skipped": heard.skipped, "failures": heard.failures,
          "said": said.getvalue()[-1500:]})

async def tell_whatever_happens():
    try:
        await run_suite()
    except BaseException:
        tell({"failures": {"the runner": traceback.format_exc()}, "said": ""})

asyncio.ensure_future(tell_whatever_happens())
"""


def sent() -> Iterator[tuple[str, Path]]:
    """Every file that is sent: its path in the worker and where it is here."""
    yield STDLIB.name, STDLIB
    for name in PACKAGES:
        for file in importlib.metadata.files(name) or ():
            if not UNSENT.search(str(file)):
                yield f"packages/{file}", Path(str(file.locate()))
    # The site does without it, and a test holds its example.
    yield "README.md", ROOT / "archivist" / "dag" / "README.md"
    for test in sorted((ROOT / "tests" / "dag").glob("*.py")):
        yield f"tests/dag/{test.name}", test
    if FOLDER is not None:
        for file in sorted([*FOLDER.glob("*.json"), *(one for kind in RECORDED for one in (FOLDER / kind).glob("*"))]):
            yield f"oracle/{file.relative_to(FOLDER)}", file


def suite() -> str:
    """The files as text."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in sent():
            archive.write(path, name)
    return base64.b64encode(packed.getvalue()).decode()


def test_the_engine_s_own_tests_pass_inside_the_worker(engine: Harness, start: str) -> None:
    if start == "files" and os.environ.get("ARCHIVIST_START") == "both":
        pytest.skip("it starts from the files in either case")
    given = {
        "SUITE": suite(),
        "VERSION": importlib.metadata.version("hypothesis"),
        "NATIVE": NATIVE,
    }
    engine.page.route(re.compile(r"/snapshot\.zst"), lambda route: route.fulfill(status=404))
    engine.open("\n".join([*(f"{name} = {json.dumps(value)}" for name, value in given.items()), RUNNER]))

    told = json.loads(str(engine.wait_for("log", "failures", seconds=900)["text"]))

    assert told["failures"] == {}, told["said"]
    assert told["status"] == 0, told["said"]
    here = {test.name for test in (ROOT / "tests" / "dag").glob("test_*.py")}
    assert set(told["ran"]) == here - ({"test_oracle.py", "test_oracle_tables.py"} if FOLDER is None else set())
    here_alone = [name.rpartition("::")[2] for name, reason in told["skipped"].items() if "oracle" not in name + reason]
    assert here_alone == ["test_a_process_killed_at_any_step_is_taken_up_by_another"]
