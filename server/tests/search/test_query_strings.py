"""Query strings of lists: the short way to read them gives what the general one does."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stallage.search.cache.keys import response_key
from stallage.search.schemas.list_parameters import MAX_PARAMETERS, query_pairs

CHARACTERS = "aZ0._~-=&%+;/é\x00 "
NAMES = st.sampled_from(["brand", "page", "attr.size", "utm"])
VALUES = st.text("aZ0._~-+ é%&=", max_size=4)


@given(st.text(CHARACTERS, max_size=30))
def test_pairs_are_those_of_the_standard_library(text: str) -> None:
    assert query_pairs(text.encode("latin-1")) == parse_qsl(text, keep_blank_values=True)


def _escaped(text: str) -> str:
    return "".join(f"%{one:02X}" for one in text.encode())


@given(st.lists(st.tuples(NAMES, VALUES), max_size=6))
def test_a_key_does_not_depend_on_what_is_escaped(pairs: list[tuple[str, str]]) -> None:
    escaped = "&".join(f"{_escaped(name)}={_escaped(value)}" for name, value in pairs)
    safe = "aZ0._~-"
    partly = "&".join(
        f"{name}={''.join(one if one in safe else _escaped(one) for one in value)}"
        for name, value in pairs
    )
    keys = [response_key("/api/products", one.encode(), "list") for one in (escaped, partly)]
    assert keys[0] == keys[1]


@pytest.mark.parametrize("one", ["a=1", "%61=1"])
def test_the_number_of_parameters_is_limited(one: str) -> None:
    query_pairs("&".join([one] * MAX_PARAMETERS).encode())
    with pytest.raises(ValueError, match="Max number of fields"):
        query_pairs("&".join([one] * (MAX_PARAMETERS + 1)).encode())
