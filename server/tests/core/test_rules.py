"""Money, state tables, field messages, schema types and access tokens."""

from __future__ import annotations

from datetime import date, timedelta
from enum import IntEnum
from fractions import Fraction
from typing import Annotated

import jwt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, TypeAdapter, ValidationError

from stallage.core import access, clock
from stallage.core.money import Currency, scale
from stallage.core.schemas import Day, Id, Input, Line, Text
from stallage.core.states import InvalidTransition, StateTable
from stallage.core.validation import field_errors, label

pytestmark = pytest.mark.fast

amounts = st.integers(-(10**12), 10**12)


@given(amounts, st.integers(0, 10**6), st.integers(1, 10**6))
def test_scaled_amounts_are_rounded_half_away_from_zero(
    amount: int, numerator: int, denominator: int
) -> None:
    exact = Fraction(amount * numerator, denominator)
    rounded = scale(amount, numerator, denominator)
    assert abs(rounded - exact) <= Fraction(1, 2)
    if abs(rounded - exact) == Fraction(1, 2):
        assert abs(rounded) > abs(exact)


def test_money_is_formatted() -> None:
    assert Currency.of("USD").format(129_900) == "$1,299.00"
    assert Currency.of("JPY").format(1299) == "¥1,299"


class Light(IntEnum):
    """The states of a small table."""

    RED = 0
    GREEN = 1
    AMBER = 2
    OFF = 3


LIGHTS = StateTable(
    {
        Light.RED: frozenset({Light.GREEN, Light.OFF}),
        Light.GREEN: frozenset({Light.AMBER}),
        Light.AMBER: frozenset({Light.RED}),
    }
)


def test_a_state_table_refuses_transitions_that_it_does_not_list() -> None:
    LIGHTS.check(Light.RED, Light.GREEN)
    with pytest.raises(InvalidTransition, match="GREEN cannot become RED"):
        LIGHTS.check(Light.GREEN, Light.RED)
    with pytest.raises(InvalidTransition):
        LIGHTS.check(Light.OFF, Light.RED)


def test_a_path_only_passes_the_allowed_states() -> None:
    steps = LIGHTS.path(Light.GREEN, Light.OFF, frozenset(Light))
    assert steps == [Light.AMBER, Light.RED, Light.OFF]
    with pytest.raises(InvalidTransition):
        LIGHTS.path(Light.GREEN, Light.OFF, frozenset({Light.AMBER}))


class Form(Input):
    """An input with one field of each kind."""

    first_name: Line
    note: Text = ""
    sku_id: Id = 1


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, {"firstName": ["First name cannot be blank."]}),
        ({"firstName": "a\nb"}, {"firstName": ["First name must be a single line of text."]}),
        ({"firstName": "a", "note": "a\x00"}, {"note": ["Note cannot hold control characters."]}),
        ({"firstName": "a", "skuId": True}, {"skuId": ["Sku id must be an integer."]}),
        ({"firstName": "a", "skuId": "x"}, {"skuId": ["Sku id must be an integer."]}),
        (
            {"firstName": "a", "skuId": 0},
            {"skuId": ["Sku id must be an integer greater than or equal to 1."]},
        ),
    ],
)
def test_field_errors_have_the_messages_of_the_specification(
    body: dict[str, object], fields: dict[str, list[str]]
) -> None:
    with pytest.raises(ValidationError) as caught:
        Form.model_validate(body)
    assert field_errors(caught.value.errors()) == fields


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(ValidationError):
        Form.model_validate({"firstName": "\ud800"})


def test_labels_are_derived_from_field_names() -> None:
    assert label("firstName") == "First name"
    assert label("postalCode") == "Postal code"


SECRET = b"s" * 64


def test_a_token_identifies_customer_and_sign_in() -> None:
    token = access.read((SECRET,), access.sign(SECRET, 7, "fam", 900))
    assert (token.customer_id, token.family) == (7, "fam")
    assert token.expires_at > clock.now()


def _claims(**changes: object) -> dict[str, object]:
    now = clock.now()
    claims: dict[str, object] = {
        "iss": "stallage",
        "sub": "7",
        "fam": "f",
        "iat": now,
        "nbf": now,
        "exp": now + timedelta(hours=1),
    }
    return claims | changes


@pytest.mark.parametrize(
    "token",
    [
        "",
        "a.b.c",
        jwt.encode(_claims(), b"x" * 64, algorithm="HS256"),
        jwt.encode(_claims(), SECRET, algorithm="HS512"),
        jwt.encode(_claims(), "", algorithm="none"),
        jwt.encode(_claims(iss="other"), SECRET, algorithm="HS256"),
        jwt.encode(_claims(sub="x"), SECRET, algorithm="HS256"),
        jwt.encode(_claims(exp="soon"), SECRET, algorithm="HS256"),
        jwt.encode(_claims(nbf=clock.now() + timedelta(hours=1)), SECRET, algorithm="HS256"),
        jwt.encode({"sub": "7"}, SECRET, algorithm="HS256"),
    ],
)
def test_invalid_tokens_are_refused(token: str) -> None:
    with pytest.raises(access.InvalidToken):
        access.read((SECRET,), token)


def test_constraints_are_in_the_json_schema() -> None:
    assert TypeAdapter(Id).json_schema() == {
        "type": "integer",
        "minimum": 1,
        "maximum": 2**53 - 1,
    }
    line = TypeAdapter(Annotated[Line, Field(max_length=80)])
    assert line.json_schema() == {"type": "string", "maxLength": 80}
    assert TypeAdapter(Day).json_schema() == {"type": "string", "format": "date"}


@pytest.mark.parametrize("value", [True, "1", 1.0, 0, -1, 2**53, None])
def test_an_id_is_a_strict_positive_integer(value: object) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(Id).validate_python(value)


@pytest.mark.parametrize("value", [0, 86_400, "0", "1769000000", "2000-01-01T00:00", "2000-02-30"])
def test_a_day_is_an_iso_date_string(value: object) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(Day).validate_python(value)
    assert TypeAdapter(Day).validate_python("2000-02-29") == date(2000, 2, 29)
