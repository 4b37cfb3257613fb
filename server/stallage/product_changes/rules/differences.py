"""Lists what differs between two snapshots of a product, as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from pydantic.alias_generators import to_camel

from stallage.product_changes.rules.snapshots import Snapshot
from stallage.products.drafts import ImageDraft, ProductDraft, SkuDraft, VideoDraft

API_NAMES = {"skus": "variants", "images": "pictures"}
"""Field of a draft → its name in the API, if it is not the same in camel case."""
IGNORED = frozenset({"created_at", "complete", "supports_options", "extra"})
MAX_TEXT = 500


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that differs."""

    field: str
    """As in the API, such as `seoTitle` or `variants`."""
    item: str
    """Which variant, picture, attribute or option; empty for other fields."""
    part: str
    """The field of a variant or picture, such as `price`; empty if all of it was added or removed."""
    before: str
    after: str


def api_name(name: str) -> str:
    """Return the name of a draft's field in the API."""
    return API_NAMES.get(name, to_camel(name))


def changed_fields(before: Snapshot, after: Snapshot) -> list[str]:
    """Return the API names of the fields that differ."""
    return list(dict.fromkeys(one.field for one in differences(before, after)))


def differences(before: Snapshot, after: Snapshot) -> list[Difference]:
    """Return what differs, in the order of the draft's fields."""
    found: list[Difference] = []
    for field in fields(ProductDraft):
        old, new = getattr(before.draft, field.name), getattr(after.draft, field.name)
        if (old == new and field.name != "skus") or field.name in IGNORED:
            continue
        if field.name == "skus":
            found += _skus(before, after)
        elif field.name == "images":
            found += _images(old or (), new or ())
        elif isinstance(new, Mapping) and field.name != "gift_card":
            found += _mapping(api_name(field.name), old or {}, new)
        else:
            found.append(Difference(api_name(field.name), "", "", text_of(old), text_of(new)))
    return found


def text_of(value: Any) -> str:
    """Return a value of a draft as a short text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.isoformat(timespec="minutes")
    if isinstance(value, ImageDraft | VideoDraft):
        return _media_name(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {text_of(one)}" for key, one in value.items())
    if isinstance(value, tuple | list):
        joint = " / " if value and all(isinstance(one, str) for one in value) else ", "
        return joint.join(text_of(one) for one in value)[:MAX_TEXT]
    return str(value)[:MAX_TEXT]


def _media_name(value: ImageDraft | VideoDraft) -> str:
    if isinstance(value, VideoDraft):
        return value.title or value.path
    return value.alt or value.src


def _mapping(
    name: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[Difference]:
    for key in dict.fromkeys((*before, *after)):
        if before.get(key) != after.get(key):
            yield Difference(name, key, "", text_of(before.get(key)), text_of(after.get(key)))


def _skus(before: Snapshot, after: Snapshot) -> Iterator[Difference]:
    old = dict(zip(before.sku_ids, before.draft.skus, strict=True))
    new = dict(zip(after.sku_ids, after.draft.skus, strict=True))
    for sku_id in dict.fromkeys((*new, *old)):
        one, other = old.get(sku_id), new.get(sku_id)
        if one is None or other is None:
            yield Difference("variants", "", "", _sku_name(one), _sku_name(other))
        elif one != other:
            yield from _parts("variants", _sku_name(other), one, other)
    order = [sku_id for sku_id in before.sku_ids if sku_id in new]
    if order != [sku_id for sku_id in after.sku_ids if sku_id in old]:
        yield Difference("variants", "", "position", "", "")


def _sku_name(sku: SkuDraft | None) -> str:
    if sku is None:
        return ""
    return " / ".join(sku.options) or sku.sku or "1"


def _images(before: tuple[ImageDraft, ...], after: tuple[ImageDraft, ...]) -> Iterator[Difference]:
    old, new = {one.src: one for one in before}, {one.src: one for one in after}
    for src in dict.fromkeys((*new, *old)):
        one, other = old.get(src), new.get(src)
        if one is None or other is None:
            name = "" if one is None else one.alt or src
            yield Difference("pictures", "", "", name, "" if other is None else other.alt or src)
        elif one != other:
            yield from _parts("pictures", other.alt or src, one, other)
    if [src for src in old if src in new] != [src for src in new if src in old]:
        yield Difference("pictures", "", "position", "", "")


def _parts(
    name: str, item: str, one: SkuDraft | ImageDraft, other: SkuDraft | ImageDraft
) -> Iterator[Difference]:
    for field in fields(one):
        old, new = getattr(one, field.name), getattr(other, field.name)
        if old != new and field.compare and field.name not in IGNORED:
            yield Difference(name, item, to_camel(field.name), text_of(old), text_of(new))
