"""How a process makes sure that it does not outlive the one that started it, however that one ends.

Two ways, since neither is enough: Linux can be told to kill a process with its parent, which works even for a stopped
one; and a pipe whose other end only the parent holds closes when the parent is gone, on any system, and lets a whole
session be killed.
"""

import ctypes
import os
import signal
import sys
import threading

_PR_SET_PDEATHSIG = 1


def die_with_parent(number: signal.Signals = signal.SIGKILL) -> None:
    """Asks Linux to send this process a signal when the thread that started it ends; elsewhere does nothing."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0)


def hold(lifeline: int) -> None:
    """Ends this process and its whole session as soon as the pipe's other end is closed.

    Args:
        lifeline: the reading end of a pipe that nobody writes to. The caller leads a session of its own.

    """
    die_with_parent()
    threading.Thread(target=_wait, args=(lifeline,), name="lifeline", daemon=True).start()


def _wait(lifeline: int) -> None:
    while os.read(lifeline, 1):
        pass
    os.killpg(os.getpgrp(), signal.SIGKILL)
