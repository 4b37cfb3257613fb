"""Redirects as operators see and change them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stallage.core.schemas import Input, Line, Output, Time
from stallage.redirects.rules.paths import MAX_PATH
from stallage.redirects.rules.targets import PageKind, TargetKind

AddressText = Annotated[Line, Field(min_length=1, max_length=MAX_PATH)]


class ListedRedirect(Output):
    """A redirect of the list."""

    id: int
    path: str = Field(description="The old path.")
    target_kind: TargetKind
    title: str | None = Field(description="Title of the page that it leads to; null for a path.")
    target: str | None = Field(
        description="Path that visitors get to, after further redirects; null if the page is gone."
    )
    via: int = Field(ge=0, description="Further redirects on the way to the target.")
    shadowed: bool = Field(
        description="A page of the shop has the old path, so the redirect is not used."
    )
    updated_at: Time
    etag: str


class RedirectInput(Input):
    """A new redirect."""

    path: AddressText = Field(description="Old path, or an old address of which the path counts.")
    target: AddressText = Field(
        description="Path of this shop. If it is the path of a product, category, collection, page"
        " or article, the redirect follows it when its path changes."
    )


class RedirectChanges(Input):
    """Changes of a redirect. Fields that are absent stay as they are."""

    path: AddressText | None = None
    target: AddressText | None = None


class RedirectTarget(Output):
    """A page that a redirect can lead to."""

    kind: PageKind
    title: str
    path: str


class RedirectTargets(Output):
    """Pages by part of their title."""

    items: list[RedirectTarget] = Field(description="At most 20.")


class AutomaticRedirect(Output):
    """A redirect that the shop keeps since a page's address changed."""

    path: str
    target: str | None = Field(description="Null if the page was deleted: its answer is 410.")
    changed_at: Time


class OldShops(Output):
    """Which systems' addresses are redirected by their form."""

    shopify: bool
    woocommerce: bool


class OldShopsInput(Input):
    """A change of it. Fields that are absent stay as they are."""

    shopify: bool | None = None
    woocommerce: bool | None = None
