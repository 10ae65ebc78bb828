"""One process of the server: `python -m config.child NAME LIFELINE [LISTENER]`, started by the supervisor.

`NAME` is `web` or the name of a queue; the numbers are open files: a pipe that closes when the supervisor ends, and
the socket to serve.
"""

import os
import socket
import sys
import warnings
from contextlib import suppress
from pathlib import Path

from config.lifeline import hold

PATIENT = ("slow",)
"""Queues whose work waits where the machine is busy: nobody sits at a table for it."""
NICE = 10
GRACE_S = 2
"""How long open requests may go on once the web process was told to end; an event stream would go on for ever."""


def main(name: str, lifeline: int, listener: int | None = None) -> None:
    """Runs the process until it is told to end."""
    hold(lifeline)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if listener is None:
        work(name)
    else:
        serve(socket.socket(fileno=listener))


def serve(listener: socket.socket) -> None:
    """Serves HTTP on a socket that already listens."""
    import uvicorn  # noqa: PLC0415  # a worker needs none

    config = uvicorn.Config(
        "config.asgi:application",
        lifespan="off",
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=GRACE_S,
        server_header=False,
        proxy_headers=False,  # what a proxy says is Django's to believe, as far as NUM_PROXIES and HTTPS go
        ws="none",
    )
    uvicorn.Server(config).run(sockets=[listener])


def give_way() -> None:
    """Leaves the processors to others; Linux weighs the sessions themselves where it groups processes by session."""
    os.nice(NICE)
    with suppress(OSError):  # it does not group them
        Path("/proc/self/autogroup").write_text(str(NICE))


def work(queue: str) -> None:
    """Works on one queue, in one pool process that a time limit can end."""
    if queue in PATIENT:
        give_way()
    # Celery warns root of pickled messages, which are not accepted here.
    warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")
    from config.celery import app  # noqa: PLC0415  # the web process imports it through Django

    app.worker_main(
        [
            "--quiet", "worker", "--queues", queue, "--hostname", f"{queue}@%h", "--concurrency", "1",
            "--without-gossip", "--without-mingle", "--without-heartbeat",
        ]
    )  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
