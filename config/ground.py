"""What must hold before anything is started: a folder that is ours to write, on a local disk, and a free port.

Every failure is a `Refused` whose text is one line for the person at the terminal.
"""

import errno
import fcntl
import os
import socket
import tempfile
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path

NETWORK = frozenset(
    {
        "afs", "beegfs", "ceph", "cifs", "davfs", "fuse.cephfs", "fuse.davfs", "fuse.glusterfs", "fuse.rclone",
        "fuse.sshfs", "glusterfs", "gpfs", "lustre", "ncpfs", "nfs", "nfs4", "ocfs2", "smb3", "smbfs", "webdav",
    }
)  # fmt: skip
"""File systems on which SQLite's locks and shared memory cannot be relied on."""


class Refused(Exception):
    """Why the server is not started."""


def prepare_folder(folder: Path) -> None:
    """Makes the data folder where it is missing, open to its owner only, and tries to write there."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder):
            pass
        (folder / "run").mkdir(exist_ok=True)
    except OSError as error:
        raise Refused(f"RUMMY_DATA_DIR: cannot write in {folder}: {error.strerror}.") from error
    kind = file_system(folder, mounts())
    if kind in NETWORK:
        raise Refused(
            f"RUMMY_DATA_DIR: {folder} is on a network file system ({kind}); the database needs a local disk."
        )


def mounts() -> str:
    """Linux's table of mounts; empty on other systems, where the kind of a file system is not known to us."""
    with suppress(OSError):
        return Path("/proc/self/mounts").read_text(errors="replace")
    return ""


def file_system(folder: Path, table: str) -> str:
    """The kind of file system that a folder is on, by a table of mounts; empty where the table does not tell."""
    best, kind = "", ""
    for line in table.splitlines():
        _device, point, name, *_options = line.split(" ")
        point = point.replace("\\040", " ")
        # A later mount at the same point hides the earlier one.
        if len(point) >= len(best) and folder.resolve().is_relative_to(point):
            best, kind = point, name
    return kind


def lock(folder: Path) -> TextIOWrapper:
    """Takes the folder for this process until the returned file is closed or the process ends, in whatever way."""
    file = (folder / "run" / "lock").open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise Refused(
            f"RUMMY_DATA_DIR: another instance runs in {folder}; stop it, or set another RUMMY_DATA_DIR and PORT."
        ) from error
    return file


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, kept by the supervisor: callers wait, and are not refused, while the web process restarts."""
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror as error:
        raise Refused(f"HOST: {host!r} is no address of this machine.") from error
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except OSError as error:
        listener.close()
        raise Refused(_why_not(error, host, port)) from error
    return listener


def _why_not(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            other = port + 1 if port < 65535 else 8000
            return f"PORT: {port} is in use on {host}; set another, for instance PORT={other}."
        case errno.EADDRNOTAVAIL:
            return f"HOST: {host!r} is no address of this machine."
        case errno.EACCES:
            return f"PORT: {port} may not be used by this user; set one above 1023."
    return f"HOST, PORT: cannot listen on {host}:{port}: {os.strerror(error.errno or 0)}."
