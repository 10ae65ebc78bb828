from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from config.secret import secret_key


def test_a_key_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    key = secret_key(tmp_path / "new")
    assert len(key) >= 50
    assert secret_key(tmp_path / "new") == key
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["secret.key"]
    assert (tmp_path / "new" / "secret.key").stat().st_mode & 0o777 == 0o600
    assert secret_key(tmp_path / "other") != key


def test_all_who_ask_at_once_get_the_same(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: secret_key(tmp_path), range(64)))
    assert len(keys) == 1
