"""`make run` as a person or a service manager sees it: real processes, real signals."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx
import psutil
import pytest

from config.child import NICE
from config.env import lan_address
from tests.servers import CHILDREN, ROOT, Server, alive, free_port, wait_for

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave it running."""
    with Server(tmp_path_factory.mktemp("shared") / "data") as server:
        yield server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, which may end it."""
    with Server(tmp_path / "data") as server:
        yield server


def refusal(folder: Path, **variables: str) -> tuple[int, list[str]]:
    """Exit code and lines of a start that is expected to be refused."""
    done = subprocess.run(
        [sys.executable, "-m", "config.supervisor"],
        cwd=ROOT,
        env={**os.environ, "BROKER_URL": "", "RUMMY_DATA_DIR": str(folder), "PORT": str(free_port()), **variables},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, (done.stdout + done.stderr).splitlines()


def test_it_answers_and_notes_its_processes(server: Server) -> None:
    assert httpx.get(f"{server.url}/ready", timeout=60).status_code == 200
    assert httpx.get(f"{server.url}/live", timeout=60).json() == {"status": "ok"}
    noted = {server.pid(name) for name in CHILDREN}
    assert server.process
    assert server.pid("supervisor") == server.process.pid
    assert noted == {child.pid for child in psutil.Process(server.process.pid).children()}
    assert {os.getsid(pid) for pid in noted} == noted, "each leads a session of its own"


def test_it_says_that_it_lives_while_calls_wait_for_the_database(server: Server) -> None:
    table = {"variant": "rummy", "seats": [{"name": "Ann"}, {"name": "Bea"}]}
    with (
        closing(sqlite3.connect(server.folder / "meldhouse.sqlite3", isolation_level=None)) as other,
        ThreadPoolExecutor() as pool,
    ):
        other.execute("BEGIN IMMEDIATE")
        waiting = [pool.submit(httpx.post, f"{server.url}/api/v1/games", json=table, timeout=60) for _ in range(2)]
        time.sleep(0.5)
        assert httpx.get(f"{server.url}/live", timeout=60).status_code == 200
        assert not all(call.done() for call in waiting), "it did not wait for them"
        other.execute("ROLLBACK")
        # Each gives up after 5 s of waiting for the database, if the machine takes so long to come here.
        assert {call.result().status_code for call in waiting} <= {201, 503}


def test_the_worker_of_playtests_gives_way_to_the_others(server: Server) -> None:
    usual = os.nice(0)
    assert [psutil.Process(server.pid(name)).nice() for name in CHILDREN] == [usual, usual, min(19, usual + NICE)]
    group = Path(f"/proc/{server.pid('slow')}/autogroup")
    if os.access(group, os.W_OK):
        assert group.read_text().endswith(f" nice {NICE}\n")


def test_the_data_folder_and_the_key_are_for_the_owner_only(server: Server) -> None:
    assert server.folder.stat().st_mode & 0o777 == 0o700
    assert (server.folder / "secret.key").stat().st_mode & 0o777 == 0o600


def test_an_interrupt_ends_all_while_somebody_listens_to_events(own_server: Server) -> None:
    seats = [{"name": "Alice"}, {"name": "Bob"}]
    made = httpx.post(f"{own_server.url}/api/v1/games", json={"variant": "rummy", "seats": seats}, timeout=60).json()
    path = f"/api/v1/games/{made['game']['id']}/events"
    headers = {"Authorization": f"Bearer {made['tokens'][0]['token']}"}
    family = own_server.family()
    with (
        httpx.Client(base_url=own_server.url, headers=headers, timeout=20) as client,
        client.stream("GET", path, headers={"Accept": "text/event-stream"}) as stream,
        ThreadPoolExecutor(1) as pool,
    ):
        chunks = stream.iter_raw()
        assert next(chunks), "the stream is open"
        waiting = pool.submit(
            httpx.get, own_server.url + path, params={"after": 999, "wait": 30}, headers=headers, timeout=40
        )
        own_server.interrupt()
        assert own_server.process
        assert own_server.process.wait(timeout=25) == 0, "sooner than the call would have ended by itself"
        waiting.exception(timeout=25)  # answered or cut off, but over
        with pytest.raises(httpx.RemoteProtocolError):
            list(chunks)
    assert not any(alive(child.pid) for child in family)
    assert not list((own_server.folder / "run").glob("*.pid"))


def test_a_second_interrupt_does_not_wait(own_server: Server) -> None:
    os.kill(own_server.pid("moves"), signal.SIGSTOP)  # would take all of the 8 s
    family = own_server.family()
    web = own_server.pid("web")
    own_server.interrupt()
    wait_for(lambda: not alive(web), "the web process has ended")
    own_server.interrupt()
    assert own_server.process
    assert own_server.process.wait(timeout=6) == 0
    assert not any(alive(child.pid) for child in family)


@pytest.mark.parametrize("name", CHILDREN)
def test_a_killed_process_is_started_again(server: Server, name: str) -> None:
    before = server.pid(name)
    pool = psutil.Process(before).children(recursive=True)
    os.kill(before, signal.SIGKILL)
    after = wait_for(lambda: (pid := server.pid(name)) != before and alive(pid) and pid, "a new process")
    assert after != before
    assert not any(alive(child.pid) for child in pool), "nothing of the old one is left"
    wait_for(lambda: httpx.get(f"{server.url}/ready", timeout=60).status_code == 200, "the server answers")
    assert f"{name} ended (signal 9); it is started again" in server.output()


def test_a_restart_of_the_web_process_refuses_no_caller(server: Server) -> None:
    os.kill(server.pid("web"), signal.SIGKILL)
    wait_for(lambda: "web ended" in server.output(), "the supervisor has seen it")
    assert httpx.get(f"{server.url}/live", timeout=60).status_code == 200


def test_the_folder_of_a_running_instance_is_refused(server: Server) -> None:
    code, lines = refusal(server.folder)
    assert code == 2
    assert lines == [
        f"RUMMY_DATA_DIR: another instance runs in {server.folder}; stop it, or set another RUMMY_DATA_DIR and PORT."
    ]
    assert httpx.get(f"{server.url}/live", timeout=60).status_code == 200


def test_a_port_in_use_is_refused(server: Server, tmp_path: Path) -> None:
    code, lines = refusal(tmp_path / "other", PORT=str(server.port))
    assert code == 2
    assert lines == [f"PORT: {server.port} is in use on 127.0.0.1; set another, for instance PORT={server.port + 1}."]


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    code, lines = refusal(tmp_path / "file" / "data")
    assert code == 2
    assert lines == [f"RUMMY_DATA_DIR: cannot write in {tmp_path}/file/data: Not a directory."]


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"PORT": "eighty"}, "PORT: Input should be a valid integer"),
        ({"PORT": "0"}, "PORT: Input should be greater than or equal to 1"),
        ({"HOST": "192.0.2.77"}, "HOST: '192.0.2.77' is no address of this machine."),
        ({"BOT_THINK_SECONDS": "-1"}, "BOT_THINK_SECONDS: Input should be greater than or equal to 0"),
        ({"DATABASE_URL": "mysql://here"}, "DATABASE_URL: DATABASE_URL must begin with postgresql://"),
        ({"BROKER_URL": "carrier-pigeon://"}, "BROKER_URL: BROKER_URL must begin with amqp:// or redis://"),
        ({"HOST": "0.0.0.0", "DEBUG": "true"}, "DEBUG shows secrets to whoever asks"),
    ],
)
def test_a_wrong_variable_is_named_in_one_line(tmp_path: Path, variables: dict[str, str], expected: str) -> None:
    code, lines = refusal(tmp_path / "data", **variables)
    assert code == 2
    assert len(lines) == 1
    assert lines[0].startswith(expected)


def test_no_child_survives_a_killed_supervisor_and_it_starts_again_at_once(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as first:
        family = first.family()
        os.kill(first.pid("moves"), signal.SIGSTOP)  # not even one that cannot do anything
        first.kill()
        wait_for(lambda: not any(alive(child.pid) for child in family), "all processes are gone")
        with Server(tmp_path / "data", port=first.port) as second:
            assert httpx.get(f"{second.url}/ready", timeout=60).status_code == 200


def test_another_runs_beside_it_and_lets_phones_in(server: Server, tmp_path: Path) -> None:
    with Server(tmp_path / "second", HOST="0.0.0.0") as second:
        address = f"{lan_address()}:{second.port}"
        wait_for(lambda: f"Phones in the same network: http://{address}/" in second.output(), "the address is said")
        assert httpx.get(f"{second.url}/api/v1/variants", headers={"Host": address}, timeout=60).status_code == 200
        ready = [httpx.get(f"{one.url}/ready", timeout=60).status_code for one in (server, second)]
        assert ready == [200, 200]
