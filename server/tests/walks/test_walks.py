"""The drawings in docs/walks are those of the code, and the walks stay short."""

from __future__ import annotations

from stallage.features import FEATURES
from tests.shop import Shop
from tests.walks.drawing import FOLDER, drawing_of
from tests.walks.requests import walks_of

MOST_MODULES_OF_A_LIST = 6


async def test_walks_only_go_down_and_the_drawings_are_current(shop: Shop) -> None:
    walks = await walks_of(shop)
    for name, walk in walks.items():
        for calling, called in walk.calls:
            levels = [FEATURES.index(module.split("/")[0]) for module in (called, calling)]
            assert levels == sorted(levels), f"{name}: {calling} calls {called}, which is above it"
        drawing = FOLDER / f"{name}.svg"
        assert drawing.read_text() == drawing_of(walk), "Run: make walks"
    assert len(walks["list-products"].modules) <= MOST_MODULES_OF_A_LIST
