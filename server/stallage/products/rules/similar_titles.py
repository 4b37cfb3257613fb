"""Find categories whose titles may be two spellings of one title.

Titles are compared by their parts, such as apparel and accessories of “Apparel & Accessories”,
ignoring case, accents, punctuation, spaces, order and plural. Single words are not compared: “Skis”
and “Ski Boots” share a word but are different.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Parts: TypeAlias = frozenset[str]

_BETWEEN_PARTS = re.compile(r"[&+,;/|]|\band\b")
_WORD = re.compile(r"[^\W_]+")
_APOSTROPHES = str.maketrans("", "", "'’")


@dataclass(frozen=True, slots=True)
class TitledCategory:
    """A category with the titles of its path."""

    id: int
    parent_id: int | None
    path: tuple[str, ...]
    """Titles from the root to the category itself."""


def title_parts(title: str) -> Parts:
    """Return the normalised parts of a title."""
    decomposed = unicodedata.normalize("NFKD", title.casefold()).translate(_APOSTROPHES)
    plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    parts = ("".join(map(_singular, _WORD.findall(part))) for part in _BETWEEN_PARTS.split(plain))
    return frozenset(part for part in parts if part)


def _singular(word: str) -> str:
    """Return the word without an English plural ending: one form for singular and plural.

    The result need not be a word: “cookie” and “cookies” both become “cooky”.
    """
    if len(word) < 4:
        return word
    if word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return word[:-2]
    if word.endswith("s") and word[-2].isalpha() and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    return f"{word[:-2]}y" if word.endswith("ie") else word


def similar_categories(
    categories: Iterable[TitledCategory],
) -> list[tuple[TitledCategory, TitledCategory]]:
    """Return pairs of categories that may be duplicates. A category is first in at most one pair.

    Siblings are similar if they have the same title, or if one title contains the other's parts and
    more. A root without children is similar to a category further down with the same title; this
    happens when one product has a category path and another only a type. Equal titles under different
    parents are normal (“Women > Shoes”, “Men > Shoes”) and not reported.
    """
    listed = [(one, parts) for one in categories if (parts := title_parts(one.path[-1]))]
    siblings: dict[int | None, list[tuple[TitledCategory, Parts]]] = defaultdict(list)
    below_roots: dict[Parts, TitledCategory] = {}
    for one, parts in listed:
        siblings[one.parent_id].append((one, parts))
        if one.parent_id is not None:
            below_roots.setdefault(parts, one)
    pairs = [pair for family in siblings.values() for pair in _similar_siblings(family)]
    paired = {first.id for first, _ in pairs}
    for root, parts in siblings[None]:
        other = below_roots.get(parts)
        if other is not None and root.id not in siblings and root.id not in paired:
            pairs.append((root, other))
    return pairs


def _similar_siblings(
    family: Sequence[tuple[TitledCategory, Parts]],
) -> Iterable[tuple[TitledCategory, TitledCategory]]:
    """Return similar pairs among the children of one parent.

    Each title is compared only with those that share its rarest part, so that the time stays linear
    with thousands of siblings.
    """
    different: dict[Parts, TitledCategory] = {}
    for one, parts in family:
        first = different.setdefault(parts, one)
        if first is not one:
            yield one, first
    by_part: dict[str, list[Parts]] = defaultdict(list)
    for parts in different:
        for part in parts:
            by_part[part].append(parts)
    for parts, one in different.items():
        candidates = min((by_part[part] for part in parts), key=len)
        larger = next((other for other in candidates if parts < other), None)
        if larger is not None:
            yield one, different[larger]
