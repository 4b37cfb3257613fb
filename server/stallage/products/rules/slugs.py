"""Slugs of products, categories, brands and attributes."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection

from stallage.products.rules.attribute_names import facet_name

MAX_SLUG = 255
RESERVED_SLUGS = frozenset({"cards", "search", "suggest"})
"""Taken by other API paths at the place of a product's slug."""
_PLAIN_SLUG = re.compile(r"[a-z0-9][a-z0-9_-]*", re.ASCII)
NAMELESS = facet_name("")


def slugify(text: str) -> str:
    """Return the text as a slug: letters and digits of any script, with hyphens between words.

    A slug stays as it is. Empty if the text has no letters or digits.
    """
    if not _PLAIN_SLUG.fullmatch(text):
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).lower())
        spaced = "".join(c if _in_slug(c) else " " for c in folded)
        text = "-".join(spaced.split()).strip("_-")
        text = re.sub("-{2,}", "-", text)
    return text


def slugify_or_hash(text: str) -> str:
    """Return the text as a slug, or `item-{hash}` if it has no letters or digits."""
    return slugify(text) or f"item-{short_hash(text)}"


def product_slug(text: str) -> str:
    """Return the slug for a product with this handle or title."""
    slug = slugify_or_hash(text)
    return f"{slug}-item" if slug in RESERVED_SLUGS else slug


def free_slug(slug: str, taken: Collection[str]) -> str:
    """Return the slug, or the slug with the first number from 2 on that is not taken."""
    numbered = (f"{slug}-{number}" for number in range(2, len(taken) + 3))
    return slug if slug not in taken else next(one for one in numbered if one not in taken)


def short_hash(text: str) -> str:
    """Return a hash of the text: eight hexadecimal digits."""
    return hashlib.blake2s(text.encode(errors="surrogatepass"), digest_size=4).hexdigest()


def _in_slug(character: str) -> bool:
    # Marks are vowels in many Asian scripts.
    return character.isalnum() or character in "_-" or unicodedata.category(character)[0] == "M"


def attribute_name(label: str) -> str:
    """Return the name for an attribute with this label."""
    name = facet_name(label)
    # Labels in non-Latin scripts would all get the same name.
    return f"{name}_{short_hash(label)}" if name == NAMELESS else name
