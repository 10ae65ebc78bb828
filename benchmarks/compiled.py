"""The hot modules as C extensions, an optional step: mypyc compiles the same typed source, and nothing needs it.

    python -m benchmarks.compiled build | remove | check

``build`` puts each extension beside its source, where Python takes it first; ``remove`` is the way back. ``check``
refuses extensions that are older than their source, since they would hide its changes, and else says nothing.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROOM = "rummy"
HOT = ("solver/*.py", "melds.py", "shapes.py", "cards.py")
BUILD = Path("build/compiled")
SHARED = "rummy_hot"
"""The library that holds the code of all of them, at the top of the tree."""


def sources(root: Path = ROOT) -> list[Path]:
    return sorted(path for pattern in HOT for path in (root / ROOM).glob(pattern))


def extensions(root: Path = ROOT) -> list[Path]:
    """All that a build leaves, for whichever Python it was."""
    endings = {".so", ".pyd"}
    found = [*root.glob(f"{SHARED}__mypyc.*"), *(root / ROOM).rglob("*")]
    return sorted(path for path in found if path.suffix in endings)


def extension_of(source: Path) -> Path | None:
    """The extension that this Python imports instead of a source."""
    beside = (source.with_name(source.stem + suffix) for suffix in EXTENSION_SUFFIXES)
    return next((path for path in beside if path.exists()), None)


def compiled(root: Path = ROOT) -> list[str]:
    """The modules that this Python takes compiled, as paths of their sources."""
    return [source.relative_to(root).as_posix() for source in sources(root) if extension_of(source) is not None]


def stale(root: Path = ROOT) -> list[str]:
    """Extensions that hide a newer source, or one that is gone."""
    found = []
    for extension in extensions(root):
        source = extension.with_name(extension.name.split(".")[0] + ".py")
        if extension.parent != root and (not source.exists() or source.stat().st_mtime > extension.stat().st_mtime):
            found.append(extension.relative_to(root).as_posix())
    return found


def state() -> str:
    """What the benchmarks say about it."""
    count, all_of_them = len(compiled()), len(sources())
    return "pure Python" if not count else f"{count} of {all_of_them} hot modules compiled"


def build() -> None:
    try:
        from mypyc.build import mypycify
        from setuptools import Distribution
    except ImportError as missing:
        sys.exit(f"{missing.name} is not installed (make bench-setup)")
    os.chdir(ROOT)
    began = time.time()
    remove()
    paths = [path.relative_to(ROOT).as_posix() for path in sources()]
    checked = ["--config-file=", "--strict", f"--cache-dir={BUILD / 'types'}"]
    made = mypycify([*checked, *paths], target_dir=str(BUILD), group_name=SHARED, opt_level="3", debug_level="0")
    # Not setup(): it would read our pyproject.toml, which an older setuptools does not understand.
    command = Distribution({"name": SHARED, "ext_modules": made}).get_command_obj("build_ext")
    command.inplace, command.build_temp, command.build_lib = True, str(BUILD / "objects"), str(BUILD / "made")
    command.ensure_finalized()
    command.run()
    for extension in extensions():
        os.utime(extension, (began, began))  # as old as the source that was read


def remove(root: Path = ROOT) -> None:
    for extension in extensions(root):
        extension.unlink()


def complaint(root: Path = ROOT) -> str:
    """What is wrong with the extensions, empty where nothing is."""
    old = ", ".join(stale(root))
    return f"older than the source: {old} (`make compiled` builds anew, `make pure` removes)" if old else ""


def check() -> None:
    if found := complaint():
        sys.exit(found)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compiled", description=__doc__)
    parser.add_argument("do", choices=("build", "remove", "check"))
    do = parser.parse_args().do
    {"build": build, "remove": remove, "check": check}[do]()
    if do != "check":
        print(state())


if __name__ == "__main__":
    main()
