"""State tables: the allowed transitions of a status.

A status changes in one function of its feature, which calls `StateTable.check` and writes an event row.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, TypeVar

S = TypeVar("S", bound=IntEnum)


class InvalidTransition(Exception):
    """The table does not allow this transition; features translate it into their own error."""

    def __init__(self, current: IntEnum, target: IntEnum) -> None:
        self.current = current
        self.target = target
        super().__init__(f"{current.name} cannot become {target.name}.")


@dataclass(frozen=True)
class StateTable(Generic[S]):
    """The allowed transitions from each state. A state without any is final."""

    transitions: Mapping[S, frozenset[S]]

    def allows(self, current: S, target: S) -> bool:
        """Whether the table has this transition. Staying in a state is not one."""
        return target in self.transitions.get(current, frozenset())

    def check(self, current: S, target: S) -> None:
        """Raise InvalidTransition if the table does not allow the transition."""
        if not self.allows(current, target):
            raise InvalidTransition(current, target)

    def path(self, current: S, target: S, through: frozenset[S]) -> list[S]:
        """Return the states of the shortest path to `target` that only passes `through` states.

        The path excludes `current` and ends with `target`. Raises InvalidTransition if there is none.
        """
        predecessors: dict[S, S] = {}
        queue = deque([current])
        while queue:
            state = queue.popleft()
            for following in sorted(self.transitions.get(state, frozenset())):
                if following in predecessors or following == current:
                    continue
                predecessors[following] = state
                if following == target:
                    path = [following]
                    while predecessors[path[-1]] != current:
                        path.append(predecessors[path[-1]])
                    return path[::-1]
                if following in through:
                    queue.append(following)
        raise InvalidTransition(current, target)
