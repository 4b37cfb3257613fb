"""Floods of picture requests: renditions are encoded once, few at a time, and the queue is bounded."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from stallage.core.media import Form, Media, Rendition
from stallage.shell import shell
from stallage.shop.actions import put_company
from stallage.shop.drafts import CompanyDraft
from tests.conftest import OpenShop
from tests.shell.test_pictures import picture
from tests.shop import Shop


async def test_concurrent_requests_share_a_rendition(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    created: list[tuple[str, int]] = []
    make = Media._create

    def counted(self: Media, name: str, step: int, form: Form) -> Rendition | None:
        created.append((form, step))
        return make(self, name, step, form)

    monkeypatch.setattr(Media, "_create", counted)
    path = shop.runtime.media.store(picture(1500, 1200)).path
    # Widths are rounded up to the same step, in both forms.
    requests = [{"w": width, "f": form} for width in range(200, 320) for form in ("webp", "avif")]
    answers = await asyncio.gather(*(shop.client.get(path, params=one) for one in requests))
    assert {answer.status_code for answer in answers} == {200}
    assert created.count(("webp", 320)) == 1
    assert created.count(("avif", 320)) <= 1


async def test_the_queue_of_renditions_is_bounded(
    open_shop: OpenShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shell, "WAITING", 4)
    monkeypatch.setattr(shell, "MAX_ENCODERS", 1)
    async with open_shop() as shop:
        media = shop.runtime.media
        paths = [media.store(picture(1000 + number, 750)).path for number in range(16)]
        answers = await asyncio.gather(
            *(shop.client.get(path, params={"w": 960}) for path in paths)
        )
        statuses = Counter(answer.status_code for answer in answers)
        assert set(statuses) == {200, 503}
        assert statuses[200] >= 4
        for answer in answers:
            if answer.status_code == 503:
                assert int(answer.headers["retry-after"]) > 0
                assert answer.headers["cache-control"] == "no-store"
                assert answer.json()["error"]["code"] == "not_ready"
        for path in paths:
            assert (await shop.client.get(path, params={"w": 960})).status_code == 200


async def test_missing_pictures_do_not_fill_the_queue(
    open_shop: OpenShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shell, "WAITING", 0)
    async with open_shop() as shop:
        small = shop.runtime.media.store(picture(100, 100)).path
        missing = [f"/media/ab/{number:032x}.webp" for number in range(64)]
        answers = await asyncio.gather(
            *(shop.client.get(path, params={"w": 160}) for path in missing)
        )
        assert {answer.status_code for answer in answers} == {404}
        # Pictures that need no encoding are still served.
        assert (await shop.client.get(small, params={"w": 160})).status_code == 200


async def test_concurrent_requests_share_an_icon(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[int] = []
    render = Media.square_png

    def counted(self: Media, path: str, size: int) -> bytes | None:
        rendered.append(size)
        return render(self, path, size)

    monkeypatch.setattr(Media, "square_png", counted)
    mark = shop.runtime.media.store(picture(600, 600)).path
    async with shop.database.transaction() as connection:
        await put_company(connection, CompanyDraft(name="Kiln", favicon=mark))
    answers = await asyncio.gather(*(shop.client.get("/icons/192.png") for _ in range(20)))
    assert {answer.status_code for answer in answers} == {200}
    assert rendered == [192]
