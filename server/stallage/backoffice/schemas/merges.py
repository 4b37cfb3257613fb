"""API schemas of merging two customers."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from stallage.core.money import Money
from stallage.core.schemas import Id, Input, Output, Time

ConflictKind = Literal["review", "wishlist_item", "primary_address", "newsletter", "name"]


class MergedContact(Output):
    """A contact of the account that is merged."""

    contact: str
    outcome: Literal["moves", "signs_in"] = Field(
        description="It becomes the other account's contact, or only signs in to it."
    )


class MergeConflict(Output):
    """Something that both accounts have."""

    kind: ConflictKind
    label: str = Field(description="The product, address or name in question.")


class MergePreview(Output):
    """What merging one customer into another moves."""

    source_id: int
    source_name: str
    target_id: int
    target_name: str
    orders: int
    addresses: int
    tickets: int
    reviews: int
    questions: int
    wishlist_items: int
    sign_ins_ended: int
    wallet: Money = Field(description="Moves, with its expiry dates.")
    wallet_after: Money
    contacts: list[MergedContact]
    fills_name: bool
    added_tags: list[str]
    conflicts: list[MergeConflict]
    undo_until: Time
    version: str = Field(
        description="Send it with the merge; it is refused if anything has changed."
    )


class MergeInput(Input):
    """A merge that was previewed."""

    source_id: Id = Field(description="The account that ends.")
    version: str = Field(max_length=64)


class Merged(Output):
    """A merge that was done."""

    merge_id: int
    undo_until: Time


class UndoPreview(Output):
    """What undoing a merge gives back."""

    merge_id: int
    source_id: int
    target_id: int
    orders: int
    addresses: int
    tickets: int
    reviews: int
    wishlist_items: int
    wallet: Money = Field(description="What is left of the credit that was moved.")
    wallet_spent: Money = Field(description="Was spent or has expired since, and stays away.")
    contacts: list[str]


class Undone(Output):
    """A merge that was undone."""

    source_id: int
    target_id: int
