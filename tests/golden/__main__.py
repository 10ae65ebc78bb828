"""Writes golden playthroughs and rules sheets anew, or those of variants: ``python -m tests.golden [VARIANT ...]``."""

import sys
from pathlib import Path

from tests.golden.playthrough import found
from tests.golden.sheets import kept
from variants.catalogue import variants

if __name__ == "__main__":
    for each in variants():
        if each.id in (sys.argv[1:] or [each.id]):
            Path(__file__).with_name(f"{each.id}.txt").write_text(found(each).text, encoding="utf-8")
    for path, text in kept():
        if path.name.partition(".")[0] in (sys.argv[1:] or [path.name.partition(".")[0]]):
            path.write_text(text, encoding="utf-8")
