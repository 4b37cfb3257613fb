"""Checks delivery zones, methods and tax rates that operators save."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stallage.pricing.rules.delivery import bands_ascend

Problems = dict[str, list[str]]


def delivery_problems(zones: Sequence[Any], methods: Sequence[Any]) -> Problems:
    """Problems by field, such as `zones.0.places`."""
    problems: Problems = {}
    for field, text in (*_zone_problems(zones), *_method_problems(zones, methods)):
        problems.setdefault(field, []).append(text)
    return problems


def _zone_problems(zones: Sequence[Any]) -> Iterator[tuple[str, str]]:
    yield from _repeated("zones", [one.code for one in zones], "code")
    places: dict[str, str] = {}
    for index, zone in enumerate(zones):
        for place in zone.places:
            if places.setdefault(place, zone.code) != zone.code:
                yield f"zones.{index}.places", f"{place} is in two zones."
    if sum(one.rest_of_world for one in zones) > 1:
        last = max(index for index, one in enumerate(zones) if one.rest_of_world)
        yield f"zones.{last}.restOfWorld", "Only one zone can be the rest of the world."


def _method_problems(zones: Sequence[Any], methods: Sequence[Any]) -> Iterator[tuple[str, str]]:
    yield from _repeated("methods", [one.code for one in methods], "code")
    known = {zone.code for zone in zones}
    for index, method in enumerate(methods):
        field = f"methods.{index}"
        if method.max_days < method.min_days:
            yield f"{field}.maxDays", "The longest time must not be less than the shortest."
        yield from _repeated(f"{field}.rates", [rate.zone for rate in method.rates], "zone")
        for place, rate in enumerate(method.rates):
            where = f"{field}.rates.{place}"
            if rate.zone not in known:
                yield f"{where}.zone", "There is no such zone."
            if rate.max_days < rate.min_days:
                yield f"{where}.maxDays", "The longest time must not be less than the shortest."
            bands = [(band.up_to, band.price) for band in rate.bands]
            if not bands_ascend(bands) or (rate.basis == "flat" and len(bands) > 1):
                yield (
                    f"{where}.bands",
                    "Each limit must be above the one before; only the last may be without a limit.",
                )


def tax_problems(rates: Sequence[Any], classes: Sequence[Any]) -> Problems:
    """Problems by field, such as `rates.0.taxClass`."""
    problems: Problems = {}
    known = {one.code for one in classes}
    texts = [*_repeated("classes", [one.code for one in classes], "code")]
    keys = [(one.country, one.state, one.city, one.name, one.tax_class) for one in rates]
    texts += _repeated("rates", keys, "name")
    for index, rate in enumerate(rates):
        if rate.city and not rate.state:
            texts.append((f"rates.{index}.state", "A city needs a state."))
        if rate.tax_class and rate.tax_class not in known:
            texts.append((f"rates.{index}.taxClass", "There is no such tax class."))
    for field, text in texts:
        problems.setdefault(field, []).append(text)
    return problems


def _repeated(field: str, keys: Sequence[object], name: str) -> Iterator[tuple[str, str]]:
    seen: set[object] = set()
    for index, key in enumerate(keys):
        if key in seen:
            yield f"{field}.{index}.{name}", "This exists already."
        seen.add(key)


def canonical_place(place: str, states: Mapping[str, Mapping[str, str]]) -> str | None:
    """A place of a zone as addresses spell it, or None if it does not exist.

    `states` maps each country to its states: casefolded spelling → value.
    """
    country, _, state = place.partition(":")
    known = states.get(country.upper())
    if known is None or place.endswith(":"):
        return None
    if not state:
        return country.upper()
    value = known.get(state.casefold())
    return None if value is None else f"{country.upper()}:{value}"
