"""Delivery and taxes as areas of settings: saved as a whole, undone by key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.json_types import JsonObject
from stallage.customers.rules.addresses import COUNTRIES
from stallage.pricing.actions.automatic import UnknownName
from stallage.pricing.actions.terms import (
    put_delivery_zone,
    put_shipping_method,
    put_tax_class,
    put_tax_rate,
    remove_delivery_zone,
    remove_shipping_method,
    remove_tax_class,
    remove_tax_rate,
)
from stallage.pricing.drafts import RateDraft
from stallage.pricing.queries.settings import CATEGORIES, delivery_values, tax_values
from stallage.pricing.rules.reverse_charge import EU
from stallage.pricing.rules.tax_suggestions import AS_OF, RATES
from stallage.pricing.rules.term_settings import canonical_place, delivery_problems, tax_problems
from stallage.pricing.schemas.settings import (
    DeliveryInput,
    DeliverySettings,
    MethodSettings,
    TaxClassSettings,
    TaxedCategoryChoice,
    TaxInput,
    TaxRateSettings,
    TaxSettings,
    TaxSuggestion,
    ZoneSettings,
)
from stallage.shop.actions import put_setting
from stallage.shop.actions.setting_changes import SettingsArea, register_area

STATES = {code: country.state_values for code, country in COUNTRIES.items()}
MILLIONTHS_PER_PERCENT = 10_000

Values = Mapping[str, Any]


def _of_kind(values: Values, kind: str) -> list[tuple[str, JsonObject]]:
    """The values whose keys begin with a kind, in their order, each with the rest of its key."""
    prefix = f"{kind}:"
    found = [(key[len(prefix) :], value) for key, value in values.items() if key.startswith(prefix)]
    return sorted(found, key=lambda one: (one[1].get("position", 0), one[0]))


def _delivery_input(values: Values) -> DeliveryInput:
    return DeliveryInput(
        zones=[ZoneSettings(code=code, **one) for code, one in _of_kind(values, "zone")],
        methods=[MethodSettings(code=code, **one) for code, one in _of_kind(values, "method")],
    )


def delivery_to_values(body: DeliveryInput) -> JsonObject:
    """Convert what an operator saves. Raises InvalidFields for places that do not exist."""
    values: JsonObject = {}
    problems: dict[str, list[str]] = {}
    for position, zone in enumerate(body.zones):
        places = [canonical_place(place, STATES) for place in zone.places]
        unknown = [typed for typed, known in zip(zone.places, places, strict=True) if known is None]
        if unknown:
            problems[f"zones.{position}.places"] = [f"There is no {', '.join(unknown)}."]
        values[f"zone:{zone.code}"] = {
            "name": zone.name,
            "places": list(dict.fromkeys(place for place in places if place)),
            "restOfWorld": zone.rest_of_world,
            "position": position,
        }
    for position, method in enumerate(body.methods):
        fields = method.model_dump(by_alias=True, exclude={"code"})
        values[f"method:{method.code}"] = {**fields, "position": position}
    problems |= delivery_problems(body.zones, body.methods)
    if problems:
        raise InvalidFields(fields=problems)
    return values


async def _write_delivery(connection: Connection, values: Values) -> None:
    body = _delivery_input(values)
    problems = delivery_problems(body.zones, body.methods)
    if problems:
        raise InvalidFields(fields=problems)
    current = await delivery_values(connection)
    for code, _ in _of_kind(current, "zone"):
        # The index that allows one rest of the world must not see the old and the new one.
        if f"zone:{code}" not in values or not values[f"zone:{code}"]["restOfWorld"]:
            await _remove_rest(connection, code, keep=f"zone:{code}" in values, values=current)
    for position, zone in enumerate(body.zones):
        await put_delivery_zone(
            connection,
            code=zone.code,
            name=zone.name,
            places=zone.places,
            rest_of_world=zone.rest_of_world,
            position=position,
        )
    for code, _ in _of_kind(current, "method"):
        if f"method:{code}" not in values:
            await remove_shipping_method(connection, code)
    for position, method in enumerate(body.methods):
        await _put_method(connection, method, position)


async def _remove_rest(connection: Connection, code: str, *, keep: bool, values: Values) -> None:
    """Delete a zone, or only stop it from being the rest of the world."""
    stored = values[f"zone:{code}"]
    if not keep:
        await remove_delivery_zone(connection, code)
    elif stored["restOfWorld"]:
        await put_delivery_zone(
            connection,
            code=code,
            name=stored["name"],
            places=stored["places"],
            position=stored["position"],
        )


async def _put_method(connection: Connection, method: MethodSettings, position: int) -> None:
    await put_shipping_method(
        connection,
        code=method.code,
        name=method.name,
        price=method.price,
        free_over=method.free_over,
        min_days=method.min_days,
        max_days=method.max_days,
        countries=method.countries,
        position=position,
        rates=[
            RateDraft(
                rate.zone,
                rate.basis,
                tuple((band.up_to, band.price) for band in rate.bands),
                rate.free_over,
                rate.min_days,
                rate.max_days,
            )
            for rate in method.rates
        ],
    )


async def _delivery_schema(_connection: Connection, values: JsonObject) -> DeliverySettings:
    body = _delivery_input(values)
    return DeliverySettings(zones=body.zones, methods=body.methods)


def _tax_input(values: Values) -> TaxInput:
    return TaxInput(
        rates=[TaxRateSettings(**one) for _, one in _of_kind(values, "rate")],
        classes=[TaxClassSettings(code=code, **one) for code, one in _of_kind(values, "class")],
        reverse_charge=values.get("reverseCharge", False),
    )


def _rate_key(rate: TaxRateSettings) -> str:
    parts = (rate.country, rate.state, rate.city, rate.name, rate.tax_class)
    return "rate:" + "|".join(parts)


def tax_to_values(body: TaxInput) -> JsonObject:
    """Convert what an operator saves. Raises InvalidFields for places that do not exist."""
    values: JsonObject = {"reverseCharge": body.reverse_charge}
    problems: dict[str, list[str]] = {}
    for index, rate in enumerate(body.rates):
        states = STATES.get(rate.country)
        if states is None:
            problems[f"rates.{index}.country"] = ["There is no such country."]
            continue
        if rate.state and states:
            known = states.get(rate.state.casefold())
            if known is None:
                problems[f"rates.{index}.state"] = ["There is no such state."]
            rate.state = known or rate.state
    problems |= tax_problems(body.rates, body.classes)
    if problems:
        raise InvalidFields(fields=problems)
    for rate in body.rates:
        values[_rate_key(rate)] = rate.model_dump(by_alias=True)
    for position, one in enumerate(body.classes):
        fields = one.model_dump(by_alias=True, exclude={"code"})
        values[f"class:{one.code}"] = {**fields, "position": position}
    return values


async def _write_taxes(connection: Connection, values: Values) -> None:
    body = _tax_input(values)
    problems = tax_problems(body.rates, body.classes)
    if problems:
        raise InvalidFields(fields=problems)
    current = await tax_values(connection)
    for key, one in current.items():
        if key.startswith("rate:") and key not in values:
            place = {name: one[name] for name in ("name", "country", "state", "city")}
            await remove_tax_rate(connection, **place, tax_class=one["taxClass"])
    for rate in body.rates:
        await put_tax_rate(connection, **rate.model_dump())
    for code, _ in _of_kind(current, "class"):
        if f"class:{code}" not in values:
            await remove_tax_class(connection, code)
    for position, tax_class in enumerate(body.classes):
        try:
            await put_tax_class(connection, **tax_class.model_dump(), position=position)
        except UnknownName as error:
            field = f"classes.{position}.{error.field}"
            raise InvalidFields(fields={field: [f"There is no {error.name}."]}) from error
    if body.reverse_charge != current["reverseCharge"]:
        await put_setting(connection, "reverse_charge", body.reverse_charge)


async def tax_settings(
    connection: Connection, values: JsonObject, country: str = ""
) -> TaxSettings:
    """Tax rates and classes, with suggestions and the categories to choose from."""
    body = _tax_input(values)
    categories = await connection.fetch(CATEGORIES)
    return TaxSettings(
        rates=body.rates,
        classes=body.classes,
        reverse_charge=body.reverse_charge,
        shop_in_eu=country.upper() in EU,
        suggestions=[
            TaxSuggestion(
                country=code,
                name=name,
                standard=_millionths(standard),
                reduced=[_millionths(rate) for rate in reduced],
                as_of=AS_OF,
            )
            for code, (name, standard, reduced) in RATES.items()
        ],
        categories=[
            TaxedCategoryChoice(path=row["path"], title=row["title"]) for row in categories
        ],
    )


def _millionths(per_cent: str) -> int:
    whole, _, part = per_cent.partition(".")
    return int(whole + part.ljust(4, "0"))


DELIVERY_AREA = register_area(
    SettingsArea("delivery", delivery_values, _write_delivery, _delivery_schema)
)
TAX_AREA = register_area(SettingsArea("taxes", tax_values, _write_taxes, tax_settings))
