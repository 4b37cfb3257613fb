"""What products, categories, brands and attributes are called in addresses."""

from __future__ import annotations

import hashlib
import re
import unicodedata

from stallage.products.rules.attribute_names import facet_name

MAX_SLUG = 255
RESERVED_SLUGS = frozenset({"cards", "search", "suggest"})
"""What stands beside a product's slug in the API's paths."""
_PLAIN_SLUG = re.compile(r"[a-z0-9][a-z0-9_-]*", re.ASCII)
NAMELESS = facet_name("")


def slug_of(text: str) -> str:
    """The text as a part of an address: letters and digits of any script, hyphens between.

    What is one already stays as it is. Empty where the text has neither letter nor digit.
    """
    if not _PLAIN_SLUG.fullmatch(text):
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).lower())
        kept = "".join(c if _in_slug(c) else " " for c in folded)
        text = "-".join(kept.split()).strip("_-")
        text = re.sub("-{2,}", "-", text)
    return text


def certain_slug_of(text: str) -> str:
    """The same, with something to go by where the text has neither letter nor digit."""
    return slug_of(text) or f"item-{short_hash(text)}"


def product_slug_of(text: str) -> str:
    """The slug of a product with this handle or title."""
    slug = certain_slug_of(text)
    return f"{slug}-item" if slug in RESERVED_SLUGS else slug


def short_hash(text: str) -> str:
    """Eight characters that tell this text from others."""
    return hashlib.blake2s(text.encode(errors="surrogatepass"), digest_size=4).hexdigest()


def _in_slug(character: str) -> bool:
    # Marks are vowels in many scripts of Asia.
    return character.isalnum() or character in "_-" or unicodedata.category(character)[0] == "M"


def attribute_name(label: str) -> str:
    """The name of the attribute with this label."""
    name = facet_name(label)
    # Labels in other scripts than Latin would all be called the same.
    return f"{name}_{short_hash(label)}" if name == NAMELESS else name
