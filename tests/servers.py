"""The real server, as `make run` starts it, in a folder and on a port of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import psutil

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_S = 120
"""How long a test waits for what a quiet machine does in a few seconds."""
CHILDREN = ("web", "moves", "slow")
FAMILY = 5
"""The web process, two workers, and the pool process of each."""
TEST_ONLY = frozenset(
    {"RUMMY_DATA_DIR", "BROKER_URL", "DATABASE_URL", "LOG_LEVEL", "DJANGO_SETTINGS_MODULE", "MAKELEVEL", "HOST", "PORT"}
)
"""Variables of the test run that are not the server's business."""

Answer = TypeVar("Answer")


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(what: Callable[[], Answer], name: str, *, seconds: float = PATIENCE_S) -> Answer:
    """Asks until the answer is true, and returns it. Raises `TimeoutError`, naming what did not come true."""
    deadline = time.monotonic() + seconds
    while not (answer := what()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"{name}: not within {seconds} s")
        time.sleep(0.05)
    return answer


def alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


class Server:
    """A running server: `with Server(folder) as server: httpx.get(server.url + ...)`. It is ended at the end."""

    def __init__(self, folder: Path, *, port: int | None = None, **variables: str) -> None:
        self.folder = folder
        self.port = free_port() if port is None else port
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder.with_name(folder.name + ".log")
        self._variables = {
            **{name: value for name, value in os.environ.items() if name not in TEST_ONLY},
            "BOT_THINK_SECONDS": "0",
            "RUMMY_DATA_DIR": str(folder),
            "PORT": str(self.port),
            **variables,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        """Starts the supervisor; its output and that of its children goes to `log`."""
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "config.supervisor"],
                cwd=ROOT,
                env=self._variables,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        return self

    def __enter__(self) -> Self:
        self.start()
        try:
            wait_for(self._whole, "the server is ready")
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def _whole(self) -> bool:
        assert self.process
        assert self.process.poll() is None, f"the server ended by itself:\n{self.output()}"
        return "Meldhouse is at" in self.output() and len(self.family()) >= FAMILY

    def output(self) -> str:
        """Everything that the server and its children have printed."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def pid(self, name: str) -> int:
        """The process number of `supervisor`, `web`, `moves` or `slow`, as the server noted it."""
        return int((self.folder / "run" / f"{name}.pid").read_text())

    def family(self) -> list[psutil.Process]:
        """The supervisor's children and all that they have started."""
        assert self.process
        return psutil.Process(self.process.pid).children(recursive=True)

    def interrupt(self) -> None:
        """What a Ctrl-C does."""
        assert self.process
        self.process.send_signal(signal.SIGINT)

    def kill(self) -> None:
        """Kills the supervisor at once, whatever state it is in; its children must follow by themselves."""
        if self.process:
            self.process.kill()
            self.process.wait()
