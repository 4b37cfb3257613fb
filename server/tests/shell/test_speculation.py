"""Rules by which browsers prefetch pages."""

from __future__ import annotations

import orjson

from stallage.shell.speculation import SPECULATION_RULES


def test_public_pages_are_prefetched_and_no_others() -> None:
    content = SPECULATION_RULES.removeprefix('<script type="speculationrules">')
    (rule,) = orjson.loads(content.removesuffix("</script>"))["prefetch"]
    assert rule["eagerness"] == "moderate"
    patterns = rule["where"]["href_matches"]
    assert {"/", "/products/:slug", "/products/:slug\\?*", "/search\\?*"} <= set(patterns)
    private = (
        "/cart",
        "/checkout",
        "/login",
        "/user-profile",
        "/order-detail",
        "/unsubscribe",
        "/api",
    )
    assert not [one for one in patterns if one.startswith(private)]
    # No pattern matches more than one segment of a path.
    assert not [one for one in patterns if "*" in one.partition("\\?")[0]]
