"""The committed contract is what the code generates."""

from __future__ import annotations

import pytest

from stallage.contract import documents
from stallage.shop.rules.client_routes import ROUTES, match_route

pytestmark = pytest.mark.fast


def test_the_committed_contract_is_that_of_the_code() -> None:
    for file, document in documents().items():
        assert file.read_text() == document, file.name


@pytest.mark.parametrize(
    ("path", "name", "parameters"),
    [
        ((), "home", {}),
        (("products", "a/b"), "product", {"slug": "a/b"}),
        (("collections", "7", "new"), "featureSectionList", {"parentId": "7", "slug": "new"}),
        (("shared-wishlist", "t"), "sharedWishlist", {"token": "t"}),
    ],
)
def test_a_path_matches_its_route(
    path: tuple[str, ...], name: str, parameters: dict[str, str]
) -> None:
    matched = match_route(path)
    assert matched is not None
    route, found = matched
    assert (route.name, found) == (name, parameters)
    assert route.match(route.url(**found).strip("/").split("/") if path else ()) is not None


def test_every_route_is_found_by_its_path() -> None:
    for route in ROUTES:
        segments = tuple(route.path.split("/")) if route.path else ()
        matched = match_route(segments)
        assert matched is not None
        assert matched[0] == next(one for one in ROUTES if one.match(segments) is not None)


@pytest.mark.parametrize("path", [("products",), ("nowhere",), ("", ""), ("user-profile", "x")])
def test_other_paths_match_no_route(path: tuple[str, ...]) -> None:
    assert match_route(path) is None


def test_names_and_paths_are_unique() -> None:
    assert len({route.name for route in ROUTES}) == len(ROUTES)
    assert len({route.path for route in ROUTES}) == len(ROUTES)
