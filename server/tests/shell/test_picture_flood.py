"""Anonymous clients who ask for renditions of everything: made once, few at a time, or told to wait."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from stallage.core.media import Form, Media, Rendition
from stallage.shell import shell
from stallage.shop.actions import CompanyDraft, put_company
from tests.conftest import OpenShop
from tests.shell.test_pictures import picture
from tests.shop import Shop


async def test_a_rendition_is_made_once_for_all_who_ask_at_once(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[str, int]] = []
    make = Media._create

    def counted(self: Media, name: str, step: int, form: Form) -> Rendition | None:
        made.append((form, step))
        return make(self, name, step, form)

    monkeypatch.setattr(Media, "_create", counted)
    path = shop.runtime.media.store(picture(1500, 1200)).path
    # Every width up to a step is that step, in both forms.
    asked = [{"w": width, "f": form} for width in range(200, 320) for form in ("webp", "avif")]
    answers = await asyncio.gather(*(shop.client.get(path, params=one) for one in asked))
    assert {answer.status_code for answer in answers} == {200}
    assert made.count(("webp", 320)) == 1
    assert made.count(("avif", 320)) <= 1


async def test_a_flood_of_renditions_waits_in_a_bounded_queue(
    open_shop: OpenShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shell, "WAITING", 4)
    monkeypatch.setattr(shell, "PICTURES_AT_ONCE", 1)
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


async def test_names_that_are_made_up_take_nobody_s_place(
    open_shop: OpenShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shell, "WAITING", 0)
    async with open_shop() as shop:
        small = shop.runtime.media.store(picture(100, 100)).path
        made_up = [f"/media/ab/{number:032x}.webp" for number in range(64)]
        answers = await asyncio.gather(
            *(shop.client.get(path, params={"w": 160}) for path in made_up)
        )
        assert {answer.status_code for answer in answers} == {404}
        # What needs no work is served while nothing can be made.
        assert (await shop.client.get(small, params={"w": 160})).status_code == 200


async def test_an_icon_is_drawn_once(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    draw = Media.square_png

    def counted(self: Media, path: str, size: int) -> bytes | None:
        drawn.append(size)
        return draw(self, path, size)

    monkeypatch.setattr(Media, "square_png", counted)
    mark = shop.runtime.media.store(picture(600, 600)).path
    async with shop.database.transaction() as connection:
        await put_company(connection, CompanyDraft(name="Kiln", favicon=mark))
    answers = await asyncio.gather(*(shop.client.get("/icons/192.png") for _ in range(20)))
    assert {answer.status_code for answer in answers} == {200}
    assert drawn == [192]
