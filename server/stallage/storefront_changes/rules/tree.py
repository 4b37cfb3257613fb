"""Places in the category tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol


class Node(Protocol):
    """A category of the tree."""

    id: int
    parent_id: int | None


def is_within(nodes: Mapping[int, Node], category_id: int, above_id: int) -> bool:
    """Whether a category is another one or somewhere below it."""
    current: int | None = category_id
    while current is not None:
        if current == above_id:
            return True
        current = nodes[current].parent_id
    return False


def depth_of(nodes: Mapping[int, Node], category_id: int | None) -> int:
    """Return the number of categories from the root to this one; 0 for the root itself."""
    depth = 0
    while category_id is not None:
        depth += 1
        category_id = nodes[category_id].parent_id
    return depth


def height_of(nodes: Sequence[Node], category_id: int) -> int:
    """Return the number of levels of a category and what is below it."""
    children = [node.id for node in nodes if node.parent_id == category_id]
    return 1 + max((height_of(nodes, child) for child in children), default=0)


def siblings_with(
    nodes: Sequence[Node], category_id: int, parent_id: int | None, position: int
) -> list[int]:
    """Return the children of a parent, in order, with the category put at a position among them."""
    others = [node.id for node in nodes if node.parent_id == parent_id and node.id != category_id]
    place = min(position, len(others))
    return [*others[:place], category_id, *others[place:]]
