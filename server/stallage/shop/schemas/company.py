"""The company details in the operators' API, the history of settings, and legal texts."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from stallage.core.schemas import Input, Line, Output, Text, Time
from stallage.shop.rules.setting_changes import EditPermission

Part = Annotated[Line, Field(max_length=120)]
Path = Annotated[Line, Field(max_length=255, pattern=r"^/?media/")]
OptionalEmail = Annotated[Line, Field(max_length=254, pattern=r"^$|^[^@\s]+@[^@\s]+\.[^@\s]+$")]


class CompanyAddressInput(Input):
    """The company's postal address."""

    line1: Part = ""
    line2: Part = ""
    city: Part = ""
    state: Part = ""
    postal_code: Annotated[Line, Field(max_length=20)] = ""
    country: Annotated[str, StringConstraints(to_upper=True, pattern=r"^$|^[A-Za-z]{2}$")] = ""


class SocialLinkInput(Input):
    """A profile of the shop on another site."""

    name: Annotated[Line, Field(min_length=1, max_length=60)]
    url: Annotated[Line, Field(max_length=500, pattern=r"^https?://\S+$")]


class CompanyInput(Input):
    """All company details. They replace the stored ones."""

    name: Annotated[Line, Field(min_length=1, max_length=120)]
    legal_name: Part = ""
    tagline: Annotated[Line, Field(max_length=200)] = ""
    email: OptionalEmail = ""
    phone: Annotated[Line, Field(max_length=40)] = ""
    tax_number: Annotated[Line, Field(max_length=40)] = ""
    address: CompanyAddressInput | None = None
    logo: Path | None = None
    logo_dark: Path | None = None
    favicon: Path | None = None
    social_links: list[SocialLinkInput] = Field(default=[], max_length=20)


class CompanySettings(Output):
    """The company details."""

    name: str
    legal_name: str = Field(description="On invoices; empty: the name.")
    tagline: str
    email: str
    phone: str
    tax_number: str = Field(description="On invoices; empty: the setting `tax_number`.")
    address: dict[str, Any] | None = Field(
        description="`line1`, `line2`, `city`, `state`, `postalCode` and `country`."
    )
    logo: str | None = Field(description="Path relative to the CDN endpoints.")
    logo_dark: str | None
    favicon: str | None
    social_links: list[dict[str, str]] = Field(description="`name` and `url`.")


class SettingChange(Output):
    """A saved change of settings."""

    id: int
    happened_at: Time
    area: str = Field(examples=["delivery"])
    by: str = Field(description="Empty if no operator acted.")
    before: dict[str, Any] = Field(
        description="The values that changed, by key. A secret is `hidden`, a long value `…`."
    )
    after: dict[str, Any]
    undoes: int | None = Field(description="The change that this one has undone.")
    is_undone: bool
    is_restorable: bool = Field(
        description="False once the shop has removed the secrets that the change replaced."
    )
    edit_permission: EditPermission = Field(description="What the operator needs to undo it.")


class UndoneChange(Output):
    """A change was undone."""

    area: str


class LegalText(Output):
    """A text that shops publish, and a draft of it for the operator to check."""

    kind: Literal["imprint", "terms", "privacy", "withdrawal", "returns", "delivery"]
    is_required: bool = Field(description="Usually required by law in the shop's country.")
    reason: str
    draft: Text = Field(description="Markdown. Not legal advice.")
