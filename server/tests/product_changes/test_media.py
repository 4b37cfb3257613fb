"""Videos and spins: edited by operators, shown to shoppers."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.admin import operator_client
from tests.product_changes.editor import create, refused, save
from tests.shop import Shop

PREVIEW = "A" * 80


def frame(number: int) -> dict[str, Any]:
    """A frame of a spin."""
    return {
        "path": f"/media/ab/{number:032x}.webp",
        "width": 640,
        "height": 800,
        "colour": "#aabbcc",
        "preview": PREVIEW,
    }


def video(number: int = 1, **fields: Any) -> dict[str, Any]:
    """A video."""
    return {
        "path": f"/media/cd/{number:032x}.mp4",
        "poster": frame(99),
        "title": "Pouring",
        "uploadedAt": "2026-03-09T18:00:00+01:00",
        "width": 1280,
        "height": 720,
        "seconds": 14,
        **fields,
    }


async def test_videos_and_a_spin_are_saved_in_their_order(shop: Shop) -> None:
    frames = [frame(number) for number in range(8)]
    async with operator_client(shop, "catalogue") as admin:
        record = await create(admin, videos=[video(1), video(2, title="")], spin=frames)
        assert [one["path"] for one in record["videos"]] == [video(1)["path"], video(2)["path"]]
        assert record["videos"][0]["poster"] == frame(99)
        assert record["spin"] == frames
        turned = await save(admin, record, spin=frames[::-1], videos=record["videos"][::-1])
        assert turned["spin"] == frames[::-1]
        assert [one["title"] for one in turned["videos"]] == ["", "Pouring"]
        # A client that does not know them leaves them alone.
        unchanged = await save(admin, turned, title="Jug", videos=None, spin=None)
        assert (unchanged["videos"], unchanged["spin"]) == (turned["videos"], turned["spin"])
        versions = await admin.output("GET", f"/products/{record['id']}/versions")
        assert versions["items"][1]["fields"] == ["videos", "spin"]
        status, error = await refused(admin, unchanged, etag=record["etag"], videos=[])
        assert (status, error["code"]) == (412, "edit_conflict")
        empty = await save(admin, unchanged, videos=[], spin=[])
        assert (empty["videos"], empty["spin"]) == ([], [])


async def test_what_cannot_be_shown_is_refused(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        record = await create(admin)
        invalid: tuple[tuple[dict[str, Any], str], ...] = (
            ({"spin": [frame(number) for number in range(7)]}, "spin"),
            ({"spin": [frame(number) for number in range(73)]}, "spin"),
            ({"videos": [video(1), video(1)]}, "videos"),
            ({"videos": [video(number) for number in range(11)]}, "videos"),
            ({"videos": [video(path="https://other.test/a.mp4")]}, "videos.0"),
            ({"videos": [video(path="/media/../secret.mp4")]}, "videos.0"),
            ({"videos": [video(poster={"path": video()["path"]})]}, "videos.0.poster"),
        )
        for changes, field in invalid:
            status, error = await refused(admin, record, **changes)
            assert (status, list(error["fields"])) == (422, [field]), changes


async def test_shoppers_see_them(shop: Shop) -> None:
    frames = [frame(number) for number in range(8)]
    async with operator_client(shop, "catalogue") as admin:
        record = await create(admin, videos=[video(), video(2, title="")], spin=frames)
        plain = await create(admin, title="Plain vase")
    product = await shop.output("GET", f"/api/products/{record['slug']}")
    pouring, untitled = product["media"]["videos"]
    assert pouring == {
        "path": video()["path"],
        "mediaType": "video/mp4",
        "title": "Pouring",
        "poster": {**frame(99), "alt": "Pouring"},
        "width": 1280,
        "height": 720,
        "seconds": 14,
        "uploadedAt": "2026-03-09T17:00:00.000Z",
    }
    assert untitled["title"] == "Tall vase"
    spin = product["media"]["spin"]
    assert spin["picture"] == {**frame(0), "alt": "Tall vase"}
    assert spin["frames"] == [one["path"] for one in frames]
    data = [
        json.loads(text)
        for text in re.findall(r'ld\+json"[^>]*>(.*?)</script>', product["dmContent"])
    ]
    (first, _second) = [one for one in data if one["@type"] == "VideoObject"]
    assert first["name"] == "Pouring"
    assert first["contentUrl"].endswith(video()["path"])
    assert first["thumbnailUrl"].endswith(frame(99)["path"])
    assert first["uploadDate"] == "2026-03-09T17:00:00.000Z"
    assert first["duration"] == "PT14S"
    other = await shop.output("GET", f"/api/products/{plain['slug']}")
    assert other["media"] == {"videos": [], "spin": None}
    assert "VideoObject" not in other["dmContent"]
