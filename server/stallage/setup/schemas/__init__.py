"""Requests and responses of settings."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from stallage.core.money import Money
from stallage.core.schemas import Input, Output
from stallage.setup.rules.kinds import Kind

Value = str | int | bool | list[str]
Source = Literal["environment", "file", "shop", "default"]


class Setting(Output):
    """A setting with its value and where it comes from."""

    name: str
    label: str
    variable: str = Field(description="The environment variable that sets it, too.")
    meaning: str
    kind: Kind
    choices: list[str | int]
    minimum: int | None
    maximum: int | None
    value: Value | None = Field(description="Null for a secret.")
    default: Value | None
    is_set: bool = Field(description="Of a secret: whether it has a value.")
    ends_with: str = Field(description="Of a long secret: its last four characters.")
    changed_at: datetime | None = Field(
        description="When it was set in the back office or by files."
    )
    source: Source = Field(
        description="`environment` and `file` (settings.env) take precedence over `shop`."
    )
    is_editable: bool


class Section(Output):
    """The settings of one subject."""

    section: str
    settings: list[Setting]


class SettingsOverview(Output):
    """All settings, by section."""

    sections: list[Section]
    version: str = Field(description="Of the stored settings. Also the ETag.")
    applied_version: str = Field(
        description="The version that the process works with which answered this request."
    )


class SettingsChanges(Input):
    """New values of settings; null takes the default."""

    values: dict[str, Value | None] = Field(min_length=1, max_length=100)


class CurrencyPreviewInput(Input):
    """Settings of the section `currency` that need not be saved yet."""

    values: dict[str, Value | None] = Field(
        max_length=10, description="Instead of the current values; null for the default."
    )


class RoundingExample(Output):
    """What a rounding makes of the price of a product."""

    title: str
    price: Money = Field(description="The full price.")
    percent: int = Field(description="What is taken off.")
    is_in_sale: bool = Field(description="Whether a running sale takes it off.")
    exact_price: Money
    rounded_price: Money


class CurrencyPreview(Output):
    """How amounts and prices look with these settings."""

    currency: str
    decimals: int
    endings: int = Field(description="The ending of a price is below this.")
    large_amount: str = Field(examples=["$1,234.50"])
    smallest_amount: str = Field(examples=["$0.01"])
    is_fixed: bool = Field(description="There are orders, so the currency cannot change.")
    has_prices: bool = Field(
        description="Only currencies with the same number of decimals can be chosen."
    )
    problem: str | None = Field(description="Why the shop's currency cannot become this one.")
    examples: list[RoundingExample]
    changed_products: int = Field(description="Products in sales whose price would change now.")
    raised_products: int = Field(description="Those that would cost more.")
    prior_price_rule: bool = Field(
        description="Whether reductions refer to the lowest price of the 30 days before them."
    )


class SettingsTrialInput(Input):
    """What to try, with values that need not be saved yet."""

    values: Annotated[
        dict[str, Value | None],
        Field(default_factory=dict, max_length=100, description="Instead of the current values."),
    ]
    to: str = Field("", max_length=200, description="Phone number for a text message.")


class SettingsTrial(Output):
    """The outcome of a trial."""

    succeeded: bool
    message: str = Field(description="What was done, or why it failed.")


StepState = Literal["passed", "failed", "skipped"]
CdnStepName = Literal["picture", "sizes", "cache", "page"]


class CdnTrialStep(Output):
    """What was fetched from a CDN."""

    endpoint: str = Field(description="The CDN's address; empty if there is none.")
    name: CdnStepName
    state: StepState
    message: str = Field(description="What arrived, or why nothing did.")
    advice: str | None = Field(description="What to do about it.")


class CdnTrial(Output):
    """A picture and a page, fetched through each CDN."""

    succeeded: bool
    steps: list[CdnTrialStep]


class PaymentTrialStep(Output):
    """A step of a test payment."""

    name: Literal["settings", "open", "read", "end", "event"]
    state: StepState
    message: str = Field(description="What was done, or why it failed.")
    advice: str | None = Field(description="What to do about it.")


class PaymentTrial(Output):
    """A test payment with the provider, step by step."""

    provider: Literal["none", "sandbox", "stripe", "razorpay"]
    succeeded: bool
    steps: list[PaymentTrialStep]
