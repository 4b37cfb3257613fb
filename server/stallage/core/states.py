"""State tables: which status may follow which, said once.

A status changes in one function of its feature, through `StateTable.check`, and leaves an event row.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, TypeVar

S = TypeVar("S", bound=IntEnum)


class MoveRefused(Exception):
    """The table does not allow this move; the feature turns it into its own refusal."""

    def __init__(self, current: IntEnum, wanted: IntEnum) -> None:
        self.current = current
        self.wanted = wanted
        super().__init__(f"{current.name} cannot become {wanted.name}.")


@dataclass(frozen=True)
class StateTable(Generic[S]):
    """The allowed moves from each state. A state that leads nowhere is an end."""

    moves: Mapping[S, frozenset[S]]

    def allows(self, current: S, wanted: S) -> bool:
        """Whether the move is in the table. Staying is no move."""
        return wanted in self.moves.get(current, frozenset())

    def check(self, current: S, wanted: S) -> None:
        """Raises MoveRefused where the table does not allow the move."""
        if not self.allows(current, wanted):
            raise MoveRefused(current, wanted)

    def path(self, current: S, wanted: S, through: frozenset[S]) -> list[S]:
        """The shortest way to a state by way of the given ones; raises MoveRefused if there is none."""
        before: dict[S, S] = {}
        queue = deque([current])
        while queue:
            here = queue.popleft()
            for there in sorted(self.moves.get(here, frozenset())):
                if there in before or there == current:
                    continue
                before[there] = here
                if there == wanted:
                    way = [there]
                    while before[way[-1]] != current:
                        way.append(before[way[-1]])
                    return way[::-1]
                if there in through:
                    queue.append(there)
        raise MoveRefused(current, wanted)
