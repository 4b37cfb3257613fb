"""Which cached responses are outdated: changes are numbered, and each names what it concerns by tags.

A response remembers the number that was the current one when it was begun, and the tags of all that it
shows. It is outdated once one of its tags has a later number. So a change costs one entry for each of its
tags, however many responses it outdates, and a response that was begun before a change and is finished
after it counts as outdated too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from stallage.core.public import PUBLIC

MAX_TAGS = 200_000
"""Tags whose last change is known; beyond that, everything counts as changed."""

MAX_PURGED = 2_000
"""Tags purged at a time; instead of more, everything is purged."""

OVERVIEWS = "overviews"
"""What shows parts of the whole catalogue: the tree of categories and pictures of categories."""
LISTED = "listed"
"""Lists and selections of all products, which any change of the search index may concern."""
SEARCHES = "searches"
"""Results of searches for words."""
SUGGESTED = "suggested"
"""The words suggested while a shopper types."""
CONTENT = "content"
"""Texts and looks, which pages show."""

_PRODUCT_ID = re.compile(rb'"productId":([0-9]+)')


def page_tag(product_id: int) -> str:
    """Return the tag of a product's own page, which alone shows its stock."""
    return f"page:{product_id}"


def card_tag(product_id: int) -> str:
    """Return the tag of all that shows a product's card."""
    return f"card:{product_id}"


def category_tag(category_id: int) -> str:
    """Return the tag of lists of the products of a category and those below it."""
    return f"category:{category_id}"


def collection_tag(collection_id: int) -> str:
    """Return the tag of lists of the products of a collection."""
    return f"collection:{collection_id}"


def tags_of_cards(output: bytes) -> frozenset[str]:
    """Return the tags of the cards in a response's JSON."""
    return frozenset(card_tag(int(one)) for one in _PRODUCT_ID.findall(output))


class Changes:
    """The changes that a process knows of."""

    def __init__(self) -> None:
        self.number = 0
        """That of the last change."""
        self._of_everything = 0
        self._numbers: dict[str, int] = {}
        self._unpurged: set[str] = set()
        """Tags that a CDN has to purge; bounded by `add_unpurged`."""

    def record(self, tags: Iterable[str]) -> None:
        """Record a change of what has one of these tags."""
        self.number += 1
        changed = set(tags)
        self._numbers.update(dict.fromkeys(changed, self.number))
        self.add_unpurged(changed)
        if len(self._numbers) > MAX_TAGS:
            self.record_everything()

    def record_everything(self) -> None:
        """Record a change that may concern anything."""
        self.number += 1
        self._of_everything = self.number
        self._numbers.clear()
        self._unpurged = {PUBLIC}

    def add_unpurged(self, tags: Collection[str]) -> None:
        """Add tags that a CDN has to purge, if there is one."""
        if PUBLIC in self._unpurged:
            return
        self._unpurged.update(tags)
        if len(self._unpurged) > MAX_PURGED:
            self._unpurged = {PUBLIC}

    def take_unpurged(self) -> set[str]:
        """Return and forget the tags that a CDN has to purge."""
        taken, self._unpurged = self._unpurged, set()
        return taken

    def has_changed(self, tags: Iterable[str], since: int) -> bool:
        """Whether something with one of these tags has changed after the change with number `since`."""
        if since == self.number:
            return False
        if since < self._of_everything:
            return True
        numbers = self._numbers
        return any(numbers.get(tag, 0) > since for tag in tags)
