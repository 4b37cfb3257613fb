"""Names in URLs that are made from titles."""

from __future__ import annotations

from collections.abc import Collection

from stallage.products.rules.slugs import slugify_or_hash


def free_slug(title: str, taken: Collection[str]) -> str:
    """Return a slug for a title, with a number if another record has it."""
    slug = slugify_or_hash(title)
    numbered = (f"{slug}-{number}" for number in range(2, len(taken) + 3))
    return slug if slug not in taken else next(one for one in numbered if one not in taken)
