"""Celery's brokers: files in the data folder by default, RabbitMQ or Redis by `BROKER_URL`.

Two queues: `moves` for bots that answer in milliseconds, `slow` for all that would make them wait.
"""

import logging
import os
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from kombu import Exchange, Queue
from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps

from config.env import SERVERS

QUEUES = ("moves", "slow")
FILES = "meldhouse-files"
POLL_S = 0.05
"""kombu's default of 1 s lets one message a second through."""

REDIS_OPTIONS: dict[str, Any] = {
    "visibility_timeout": 30,  # more than `task_time_limit`, or a long task would run twice
    "unacked_restore_interval": 2,  # with kombu's defaults the turns of a dead worker wait 105 s
    "unacked_restore_throttle": 1,
    "socket_timeout": 5,
    "socket_connect_timeout": 1,
    "socket_keepalive": True,
}

log = logging.getLogger(__name__)


class Channel(filesystem.Channel):
    """kombu's file-system channel, but that a message appears whole.

    The original opens the file under its final name and then writes it: a worker that looks in between takes an empty
    file, cannot read it and stops.
    """

    def _get(self, queue: str) -> dict[str, Any]:  # type: ignore[override]  # the stubs' two base classes differ
        """The next message. Raises `queue.Empty` where there is none.

        What cannot be read (a disk that was full, a power cut) is dropped: the original lets the worker end over it,
        and a message is a hint only.
        """
        while True:
            try:
                message: dict[str, Any] = super()._get(queue)
                if message["properties"]["delivery_tag"] and message["properties"]["delivery_info"] is not None:
                    return message
            except (ValueError, LookupError, TypeError, ChannelError) as error:
                log.warning("a message in queue %s cannot be read and is dropped: %r", queue, error)

    def _put(  # type: ignore[override]  # the stubs name the message differently in the two base classes
        self, queue: str, payload: dict[str, Any], **_options: Any
    ) -> None:
        final = Path(self.data_folder_out) / f"{_stamp()}.{queue}.msg"
        draft = final.with_suffix(".draft")
        draft.write_text(dumps(payload))
        draft.replace(final)


class Transport(filesystem.Transport):
    """kombu's file-system transport with the channel above."""

    Channel = Channel


def _stamp() -> str:
    """A name that sorts by time and is nobody else's; no dot, since the queue's name begins at the first."""
    return f"{time.time_ns()}_{os.getpid()}_{os.urandom(6).hex()}"


def broker_settings(url: str, folder: Path) -> dict[str, Any]:
    """Celery's settings for a broker.

    Args:
        url: `amqp://...`, `redis://...`, `memory://`, or empty for files.
        folder: the data folder, where the files go; made where it is missing.

    """
    TRANSPORT_ALIASES[FILES] = "config.broker:Transport"
    scheme = urlsplit(url).scheme or FILES
    match scheme:
        case "amqp" | "amqps":
            options: dict[str, Any] = {"confirm_publish": True}
        case "redis" | "rediss":
            options = REDIS_OPTIONS
        case "memory":
            options = {"polling_interval": POLL_S}
        case _:
            options = {"polling_interval": POLL_S, **_folders(folder / "broker")}
    return {
        "broker_url": url or f"{FILES}://localhost//",
        "broker_transport_options": options,
        # Straight to the queue of the routing key's name: no table of bindings, which of two processes that start at
        # once one could find unwritten, and drop its message.
        "task_queues": [Queue(name, Exchange(""), routing_key=name) for name in QUEUES],
        # A worker of files looks for its next messages every POLL_S only: one at a time would be 16 a second, so many
        # are 80. From a server it takes one at a time, and leaves the others to other workers.
        "worker_prefetch_multiplier": 1 if scheme in SERVERS else 16,
        # Only a broker that is a server can carry it.
        "worker_enable_remote_control": scheme in SERVERS,
    }


def _folders(folder: Path) -> dict[str, str]:
    messages, control = folder / "messages", folder / "control"
    for path in (messages, control):
        path.mkdir(parents=True, exist_ok=True)
    return {"data_folder_in": str(messages), "data_folder_out": str(messages), "control_folder": str(control)}
