"""Loaded before Django reads its settings: a data folder of the tests' own."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

if "SAFEHOUSE_TEST_DATA" not in os.environ:
    folder = tempfile.mkdtemp(prefix="safehouse-tests-")
    os.environ["SAFEHOUSE_TEST_DATA"] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)

os.environ["DATA_DIR"] = os.environ["SAFEHOUSE_TEST_DATA"]
# Plain static file names: the hashed ones are gathered by `serve`, which the browser tests run.
os.environ["DEBUG"] = "1"
for name in ("REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "HTTPS"):
    os.environ.pop(name, None)
(Path(os.environ["DATA_DIR"]) / "static").mkdir(exist_ok=True)
