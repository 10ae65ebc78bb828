"""`make run`: migrates the database, starts the server's processes, keeps them running, and ends them all with itself.

The processes are one web server and one Celery worker for each queue. Each leads a session of its own, so that a
Ctrl-C reaches the supervisor alone: Celery takes a second one for an order to drop its work.
"""

import http.client
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Final

from pydantic import ValidationError

from config import ground
from config.env import ROOT, Env, complaints, env, lan_address
from config.lifeline import die_with_parent

WEB: Final = "web"
QUEUES: Final = ("moves", "slow")
TICK_S: Final = 0.1
STOP_S: Final = 8.0
"""From the first TERM to the KILL, for all processes together."""
STEADY_S: Final = 10.0
"""A process that lived this long is started again without delay."""
MAX_DELAY_S: Final = 30.0
TRIES: Final = 3
"""How often the web process may end before it ever answered; then the fault is not one that passes."""


@dataclass
class Child:
    """One process, and what is needed to start it again."""

    name: str
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    due: float = 0.0
    failures: int = 0

    def kill_session(self) -> None:
        """Kills whatever the process has left behind; it led a session, so that nothing else is hit."""
        if self.process:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):  # macOS says the latter of a session of zombies
                return


@dataclass
class Supervisor:
    """The running server. `run` returns the exit code."""

    env: Env
    children: list[Child] = field(default_factory=lambda: [Child(name) for name in (WEB, *QUEUES)])
    stopping: bool = False
    hurry: bool = False
    ready: bool = False

    def __post_init__(self) -> None:
        """Takes the folder and the port. Raises `ground.Refused`."""
        ground.prepare_folder(self.env.rummy_data_dir)
        self.lock = ground.lock(self.env.rummy_data_dir)
        self.listener = ground.listen(self.env.host, self.env.port)
        # The children hold the reading end; nobody ever writes. It closes when this process ends, in whatever way.
        self.lifeline, self._hold = os.pipe()

    def run(self) -> int:
        """Migrates, starts, watches, ends. 0 after an orderly end, 1 when the server could not be started."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._told_to_stop)
        self._note("supervisor", os.getpid())
        try:
            if not self._migrate():
                return 0 if self.stopping else 1
            while not self.stopping:
                for child in self.children:
                    self._tend(child)
                if self.children[0].failures >= TRIES and not self.ready:
                    say("The web process does not start; its own messages above say why.")
                    return 1
                if not self.ready and self._answers():
                    self.ready = True
                    self._announce()
                time.sleep(TICK_S)
            return 0
        finally:
            self._stop()

    def _told_to_stop(self, _number: int, _frame: FrameType | None) -> None:
        self.hurry = self.stopping
        self.stopping = True

    def _migrate(self) -> bool:
        command = [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity", "0"]
        # A session of its own: a Ctrl-C does not tear a migration in two.
        return (
            subprocess.run(command, cwd=ROOT, env=self._environment(), check=False, start_new_session=True).returncode
            == 0
        )

    def _environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": os.environ.get("DJANGO_SETTINGS_MODULE", "config.settings"),
            "RUMMY_DATA_DIR": str(self.env.rummy_data_dir),
        }

    def _tend(self, child: Child) -> None:
        now = time.monotonic()
        if child.process is None:
            if now >= child.due:
                self._start(child)
            return
        code = child.process.poll()
        if code is None:
            return
        child.kill_session()
        say(f"{child.name} ended ({_how(code)}); {self._retry(child)}")

    def _start(self, child: Child) -> None:
        files = [self.lifeline, self.listener.fileno()] if child.name == WEB else [self.lifeline]
        try:
            child.process = subprocess.Popen(
                [sys.executable, "-m", "config.child", child.name, *map(str, files)],
                cwd=ROOT,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                pass_fds=files,
                start_new_session=True,
            )
        except OSError as error:  # the system is out of memory or of processes; that may pass
            say(f"{child.name} cannot be started: {error}; {self._retry(child)}")
            return
        child.started = time.monotonic()
        self._note(child.name, child.process.pid)

    def _retry(self, child: Child) -> str:
        """Sets when a child is started again: at once the first time, later and later where it keeps failing."""
        now = time.monotonic()
        child.failures = 0 if child.process and now - child.started >= STEADY_S else child.failures + 1
        child.process = None
        delay = min(MAX_DELAY_S, 0.25 * 2**child.failures) if child.failures else 0.0
        child.due = now + delay
        return "it is started again" + (f" in {delay:.1f} s." if delay else ".")

    def _answers(self) -> bool:
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.env.host, self.env.host)  # noqa: S104  # compared only
        connection = http.client.HTTPConnection(host, self.env.port, timeout=1)
        try:
            connection.request("GET", "/ready", headers={"Host": self.env.hosts[0].replace("*", "localhost")})
            return connection.getresponse().status == http.HTTPStatus.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def _announce(self) -> None:
        everywhere = self.env.host in {"0.0.0.0", "::"}  # noqa: S104  # compared only
        host = "localhost" if everywhere else self.env.host
        say(f"Meldhouse is at {_url(host, self.env.port)}  (Ctrl-C ends it)")
        if everywhere:
            say(f"Phones in the same network: {_url(lan_address(), self.env.port)}")

    def _stop(self) -> None:
        deadline = time.monotonic() + STOP_S
        self.listener.close()
        for child in self.children:  # the web process first: it makes the workers' work
            if child.process and child.process.poll() is None:
                child.process.terminate()
        self._await_all(deadline)
        for child in self.children:
            child.kill_session()
            if child.process:
                child.process.wait()
            self._pid_file(child.name).unlink(missing_ok=True)
        self._pid_file("supervisor").unlink(missing_ok=True)

    def _await_all(self, deadline: float) -> None:
        while not self.hurry and time.monotonic() < deadline:
            if all(child.process is None or child.process.poll() is not None for child in self.children):
                return
            time.sleep(TICK_S / 2)

    def _pid_file(self, name: str) -> Path:
        return self.env.rummy_data_dir / "run" / f"{name}.pid"

    def _note(self, name: str, pid: int) -> None:
        """Writes the number of a process; whoever reads at that moment finds the old one or the new one, whole."""
        final = self._pid_file(name)
        draft = final.with_suffix(".draft")
        draft.write_text(f"{pid}\n")
        draft.replace(final)


def _how(code: int) -> str:
    return f"exit code {code}" if code >= 0 else f"signal {-code}"


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def say(line: str) -> None:
    """One line for the person at the terminal."""
    print(line, flush=True)  # noqa: T201  # this is the terminal's program


def main() -> int:
    """Starts the server; 2 where the environment, the folder or the port does not allow it."""
    if "MAKELEVEL" in os.environ:
        # make would leave us behind if it was killed; whoever starts us without make may well mean to leave us.
        die_with_parent(signal.SIGTERM)
    try:
        supervisor = Supervisor(env())
    except ValidationError as error:
        for line in complaints(error):
            say(line)
        return 2
    except ground.Refused as refusal:
        say(str(refusal))
        return 2
    return supervisor.run()


if __name__ == "__main__":
    sys.exit(main())
