"""All profiles of the catalogue by their id."""

from typing import Final

from variants.catalogue import Variant, variants

FAMILY: Final[dict[str, Variant]] = {each.id: each for each in variants()}
