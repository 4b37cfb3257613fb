"""Public responses are compressed as the client accepts it."""

from __future__ import annotations

from tests.products.factory import make_product
from tests.search.waiting import work_and_wait
from tests.shop import Shop


async def test_encodings_with_quality_values_are_read(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        for _ in range(5):
            await make_product(connection)
    await work_and_wait(shop)
    for accepted, encoding in (
        ("br;q=0.9, gzip;q=0.8", "br"),
        ("gzip;q=0.5", "gzip"),
        ("br; q=0.001", "br"),
        ("gzip;q=1.0, identity; q=0.5", "gzip"),
        ("BR", "br"),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0.0, gzip;q=0.000", None),
        ("br;q=nonsense", None),
        ("identity", None),
    ):
        response = await shop.client.get("/api/products", headers={"Accept-Encoding": accepted})
        assert (accepted, response.headers.get("content-encoding")) == (accepted, encoding)


async def test_compressed_responses_have_the_same_content(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        for _ in range(5):
            await make_product(connection)
    await work_and_wait(shop)
    bodies = {}
    for encoding in ("identity", "gzip", "br"):
        response = await shop.client.get("/api/products", headers={"Accept-Encoding": encoding})
        bodies[response.headers["etag"]] = response.json()
    assert len(bodies) == 3
    assert len({str(body) for body in bodies.values()}) == 1
