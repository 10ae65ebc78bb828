"""The broker of the embedded set-up, which is files in the data folder."""

import subprocess
import sys
from pathlib import Path

import pytest
from kombu import Connection
from kombu.simple import SimpleQueue

from config.broker import QUEUES, broker_settings
from tests.servers import ROOT


def connection(folder: Path) -> Connection:
    settings = broker_settings("", folder)
    return Connection(settings["broker_url"], transport_options=settings["broker_transport_options"])


def queue_of(name: str, link: Connection) -> SimpleQueue:
    """The queue as Celery declares it."""
    return link.SimpleQueue(
        *(queue for queue in broker_settings("memory://", Path())["task_queues"] if queue.name == name)
    )


def test_messages_arrive_in_order_in_their_own_queue(tmp_path: Path) -> None:
    with connection(tmp_path) as sender, connection(tmp_path) as receiver:
        moves, slow = (queue_of(name, sender) for name in QUEUES)
        slow.put({"n": -1})
        for n in range(20):
            moves.put({"n": n})
        taken = queue_of("moves", receiver)
        assert [message.payload["n"] for message in (taken.get(timeout=20) for _ in range(20))] == list(range(20))
        with pytest.raises(taken.Empty):
            taken.get(timeout=0.2)


SENDER = """
import sys
from pathlib import Path
from kombu import Connection
from config.broker import broker_settings

settings = broker_settings("", Path(sys.argv[1]))
with Connection(settings["broker_url"], transport_options=settings["broker_transport_options"]) as link:
    queue = link.SimpleQueue(settings["task_queues"][0])
    for number in range(200):
        queue.put({"text": "x" * 100_000})
"""


def test_a_message_is_whole_when_it_appears(tmp_path: Path) -> None:
    """kombu's own channel shows a file before it writes it; a worker that looks in between stops."""
    folder = tmp_path / "broker" / "messages"
    folder.mkdir(parents=True)
    with subprocess.Popen([sys.executable, "-c", SENDER, str(tmp_path)], cwd=ROOT) as sender:
        sizes = set()
        while sender.poll() is None:
            sizes |= {path.stat().st_size for path in folder.glob("*.msg")}
    assert sender.returncode == 0
    assert len(list(folder.glob("*.msg"))) == 200
    assert min(sizes) > 100_000


def test_redis_redelivers_within_a_minute(tmp_path: Path) -> None:
    options = broker_settings("redis://cache/0", tmp_path)["broker_transport_options"]
    assert 20 < options["visibility_timeout"] <= 30, "more than a task may take, or it would run twice"
    assert options["unacked_restore_interval"] * options["unacked_restore_throttle"] <= 2


def test_a_server_gives_a_worker_one_message_at_a_time(tmp_path: Path) -> None:
    """What a worker holds back from others; of files, which it has for itself, it takes many at a look."""
    for url in ("redis://cache/0", "amqp://queue"):
        assert broker_settings(url, tmp_path)["worker_prefetch_multiplier"] == 1
    assert broker_settings("", tmp_path)["worker_prefetch_multiplier"] > 1


JUNK = {
    "empty": b"",
    "cut": b'{"body": "W1',
    "null": b"null",
    "list": b"[]",
    "no properties": b"{}",
    "no tag": b'{"body": "x", "properties": {}}',
    "bytes": b"\xff\xfe",
}


@pytest.mark.parametrize("junk", JUNK.values(), ids=JUNK)
def test_a_message_that_cannot_be_read_is_passed_over(tmp_path: Path, junk: bytes) -> None:
    with connection(tmp_path) as sender, connection(tmp_path) as receiver:
        moves = queue_of("moves", sender)
        (tmp_path / "broker" / "messages" / "0_0_x.moves.msg").write_bytes(junk)
        moves.put({"n": 1})
        assert queue_of("moves", receiver).get(timeout=20).payload == {"n": 1}
