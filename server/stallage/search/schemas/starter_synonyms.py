"""The starter set of synonyms, as operators see it and switch it off."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.core.schemas import Input, Line, Output
from stallage.search.rules import MAX_FAILED_LENGTH


class StarterSynonym(Output):
    """A group of the starter set."""

    phrase: str = Field(description="It names the group.")
    alternatives: list[str]
    both_ways: bool = Field(
        description="Whether each phrase of the group finds all others. "
        "Otherwise only `phrase` finds the alternatives."
    )
    is_on: bool = Field(description="Whether it is switched on by itself.")
    replaced: list[str] = Field(
        description="Phrases of the group for which synonyms of the shop count instead."
    )


class StarterSynonyms(Output):
    """The starter set of the shop's language."""

    is_on: bool = Field(description="Whether the set is used.")
    groups: list[StarterSynonym] = Field(description="Empty if the language has no set.")


class StarterSwitch(Input):
    """What is switched on or off."""

    phrase: Annotated[Line, Field(max_length=MAX_FAILED_LENGTH)] | None = Field(
        None, description="The phrase of a group; without it, the whole set."
    )
    is_on: bool
