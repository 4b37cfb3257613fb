"""Requests and responses of the set-up guide."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from stallage.core.schemas import Output
from stallage.setup_guide.rules.steps import Step


class GuideStep(Output):
    """A step of the guide. Its state comes from the shop's data, except that it was skipped."""

    step: Step
    state: Literal["open", "done", "skipped"]
    summary: str = Field(description="What is set, in a few words.")
    problem: str | None = Field(description="Why nobody can order until the step is done.")


class SetupGuide(Output):
    """The steps from an empty shop to the first sale."""

    steps: list[GuideStep]
    is_dismissed: bool
    can_sell: bool = Field(description="Whether a shopper in the home country can order.")
    is_currency_fixed: bool = Field(description="The currency cannot change once there are orders.")


class ProposedTax(Output):
    """The standard tax of a country, to be checked by the operator."""

    name: str
    millionths: int = Field(description="190000 is 19%.")
    included: bool = Field(description="Whether prices usually include it.")


class RegionProposal(Output):
    """What shops of a country usually have."""

    country: str
    currency: str
    time_zone: str
    locale: str
    phone_country_code: str
    tax: ProposedTax | None = Field(description="Null if the country has no single rate.")
    prices_include_tax: bool
