from pathlib import Path

import pytest

from config import ground

TABLE = """\
/dev/sda1 / ext4 rw,relatime 0 0
server:/export /home/ann nfs4 rw,vers=4.2 0 0
tmpfs /home/ann/local tmpfs rw 0 0
//nas/games /mnt/my\\040games cifs rw 0 0
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/var/lib/meldhouse", "ext4"),
        ("/home/anna/var", "ext4"),
        ("/home/ann/var", "nfs4"),
        ("/home/ann/local/var", "tmpfs"),
        ("/mnt/my games/var", "cifs"),
    ],
)
def test_the_innermost_mount_says_what_a_folder_is_on(folder: str, kind: str) -> None:
    assert ground.file_system(Path(folder), TABLE) == kind


def test_a_network_folder_is_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ground, "mounts", lambda: f"server:/export {tmp_path} nfs4 rw 0 0\n")
    with pytest.raises(ground.Refused) as refusal:
        ground.prepare_folder(tmp_path)
    assert str(refusal.value) == (
        f"RUMMY_DATA_DIR: {tmp_path} is on a network file system (nfs4); the database needs a local disk."
    )


def test_a_folder_can_be_taken_again_once_it_is_left(tmp_path: Path) -> None:
    ground.prepare_folder(tmp_path)
    with ground.lock(tmp_path), pytest.raises(ground.Refused):
        ground.lock(tmp_path)
    ground.lock(tmp_path).close()
