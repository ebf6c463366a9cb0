"""The engine's own tests inside the worker, in Python compiled to WebAssembly.

pytest is not there, so a few lines stand in for what those tests use of it: parametrize, raises, skipif, fixture. What
needs processes says so with skipif; what needs packages that are not served (hypothesis) is not sent.
"""

from __future__ import annotations

import base64
import io
import json
import zipfile
from pathlib import Path

from tests.browser.harness import Harness

TESTS = Path(__file__).resolve().parents[1] / "dag"
SENT = ("checkpoints", "registration", "running", "scatter", "schema", "time")

RUNNER = """
import importlib, inspect, itertools, re, traceback, types, zipfile, io, base64, os

class Raises:
    def __init__(self, kinds, match=None): self.kinds, self.match = kinds, match
    def __enter__(self): return self
    def __exit__(self, kind, error, trace):
        assert kind is not None, f"did not raise {self.kinds}"
        if not issubclass(kind, self.kinds): return False
        self.value = error
        assert self.match is None or re.search(self.match, str(error)), (self.match, str(error))
        return True

def parametrize(names, values, ids=None):
    names = names if isinstance(names, (list, tuple)) else [one.strip() for one in names.split(",")]
    rows = [value if len(names) > 1 else (value,) for value in values]
    def decorate(test):
        test.rows = [*getattr(test, "rows", []), [dict(zip(names, row)) for row in rows]]
        return test
    return decorate

def skipif(condition, reason=""):
    def decorate(test):
        test.skipped = bool(condition)
        return test
    return decorate

pytest = types.ModuleType("pytest")
pytest.raises = Raises
pytest.mark = types.SimpleNamespace(parametrize=parametrize, skipif=skipif)
pytest.fixture = lambda function=None, **_: function if function is not None else (lambda one: one)
sys.modules["pytest"] = pytest

def cases(test):
    for chosen in itertools.product(*getattr(test, "rows", [])):
        yield {key: value for row in chosen for key, value in row.items()}

async def run_suite():
    os.makedirs("/suite", exist_ok=True)
    zipfile.ZipFile(io.BytesIO(base64.b64decode(SUITE))).extractall("/suite")
    sys.path.insert(0, "/suite")
    ran, skipped, failures = 0, 0, {}
    for name in NAMES:
        module = importlib.import_module(name)
        for title, test in list(vars(module).items()):
            if not title.startswith("test_"):
                continue
            if getattr(test, "skipped", False):
                skipped += 1
                continue
            for arguments in cases(test):
                ran += 1
                try:
                    result = test(**arguments)
                    if inspect.isawaitable(result):
                        await result
                except BaseException as error:
                    failures[f"{name}::{title} {list(map(str, arguments.values()))}"[:300]] = "".join(
                        traceback.format_exception(error)
                    )[-1500:]
    tell({"ran": ran, "skipped": skipped, "failures": failures})

asyncio.ensure_future(run_suite())
"""


def suite() -> tuple[str, list[str]]:
    """The tests' sources as text, and the names of their modules."""
    packed = io.BytesIO()
    names = [f"test_{one}" for one in SENT if (TESTS / f"test_{one}.py").is_file()]
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.write(TESTS / f"{name}.py", f"{name}.py")
    return base64.b64encode(packed.getvalue()).decode(), names


def test_the_engine_s_own_tests_pass_inside_the_worker(engine: Harness) -> None:
    packed, names = suite()
    engine.open(f"SUITE = {json.dumps(packed)}\nNAMES = {json.dumps(names)}\n{RUNNER}")

    told = engine.told(seconds=240)

    assert told["failures"] == {}
    assert told["ran"] > 150
    assert told["skipped"] == 1
