"""The settings of the test suite: those of the server, over a data folder that is gone afterwards."""

import atexit
import os
import shutil
import tempfile

# Test processes inherit the folder; only the one that made it removes it.
if "RUMMY_DATA_DIR" not in os.environ:
    os.environ["RUMMY_DATA_DIR"] = tempfile.mkdtemp(prefix="meldhouse-tests-")
    atexit.register(shutil.rmtree, os.environ["RUMMY_DATA_DIR"], ignore_errors=True)
os.environ.setdefault("BROKER_URL", "memory://")
os.environ.setdefault("BOT_THINK_SECONDS", "0")
os.environ.setdefault("LOG_LEVEL", "WARNING")

from config.settings import *  # noqa: F403  # after the environment is set

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# A connection that a thread keeps would hold the test database open, and be in the way of tests that may not use one.
DATABASES["default"]["CONN_MAX_AGE"] = 0  # noqa: F405  # from the star above
