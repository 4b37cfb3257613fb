"""Who the shop is, how it delivers, taxes and lowers prices."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from stallage.declaration.fields import (
    Amount,
    Colour,
    Count,
    CountryCode,
    CurrencyCode,
    Line,
    LocaleName,
    Moment,
    Name,
    PerhapsCountry,
    Position,
    PromoName,
    Rate,
    Slug,
    WebAddress,
    ZoneName,
)
from stallage.declaration.records.base import Record, check_times
from stallage.orders.rules.parcels import is_link_template

TopupAmount = Annotated[Amount, Field(ge=1)]


class ShopSettings(Record):
    """`[settings]`: what holds for the whole shop. What is not named stays as it is."""

    currency: CurrencyCode | None = Field(None, description="ISO 4217; fixed once there are orders")
    country: CountryCode | None = Field(None, description="the home country, ISO 3166-1")
    locale: LocaleName | None = Field(None, description="language and region, such as `en-US`")
    time_zone: ZoneName | None = Field(None, description="such as `Europe/Berlin`")
    phone_country_code: Annotated[str, Field(pattern=r"^\+[0-9]{1,3}$")] | None = Field(
        None, description="prefix of 10-digit phone numbers, such as `+1`"
    )
    tax_number: Line | None = Field(None, description="as invoices say it")
    cash_on_delivery: bool | None = Field(None, description="orders may be paid on delivery")
    cash_on_delivery_code: bool | None = Field(
        None, description="guests who pay on delivery prove their contact by a code first"
    )
    guest_checkout: bool | None = Field(None, description="orders may be placed without signing in")
    phone_required: bool | None = Field(
        None, description="orders need a phone number; cash on delivery always does"
    )
    gift_wrap: bool | None = Field(None, description="orders may be gift wrapped")
    gift_wrap_name: Annotated[Name, Field(max_length=100)] | None = Field(
        None, description="what it is called in totals and on invoices"
    )
    gift_wrap_price: Amount | None = Field(
        None, description="for a whole order, an amount such as 4.50"
    )
    payment_provider: Literal["none", "sandbox", "stripe", "razorpay"] | None = Field(
        None, description="who takes online payments; keys stand in the environment"
    )
    payment_gateway_mode: Literal[0, 1] | None = Field(None, description="0 test, 1 live")
    mail_from: Line | None = Field(None, description="the sender of the shop's mail")
    wallet_topups: bool | None = Field(
        None, description="customers may add money to their wallet by online payment"
    )
    topup_min: TopupAmount | None = Field(None, description="the least that can be added at once")
    topup_max: TopupAmount | None = Field(None, description="the most at once")
    wallet_limit: TopupAmount | None = Field(
        None, description="up to which balance money can be added"
    )
    low_stock: Count | None = Field(None, description="from how many units 'Only n left' is shown")
    prior_price_rule: Literal["auto", "always", "never"] | None = Field(
        None,
        description="reductions refer to the lowest price of the 30 days before: `auto` in the EU and"
        " Norway",
    )
    review_moderation: bool | None = Field(None, description="reviews wait for an operator")
    return_window_seconds: Count | None = Field(None, description="how long returns are accepted")
    withdrawal_window_seconds: Count | None = Field(
        None, description="how long a contract may be withdrawn from"
    )

    @model_validator(mode="after")
    def topups_possible(self) -> Self:
        """Limits that contradict each other would leave no amount to add."""
        low, high = self.topup_min, self.topup_max
        if low is not None and high is not None and high < low:
            raise ValueError("topup_max must not be less than topup_min")
        return self


class PostalAddress(Record):
    """`[company.address]`"""

    line1: Line = ""
    line2: Line = ""
    city: Line = ""
    state: Line = ""
    postal_code: Line = ""
    country: PerhapsCountry = ""


class SocialLink(Record):
    """`[[company.social]]`"""

    name: Name
    url: WebAddress


class Company(Record):
    """`[company]`: who the shop is."""

    name: Name = Field(description="the shop's name")
    tagline: Line = ""
    email: Line = Field("", description="where shoppers write to")
    phone: Line = ""
    primary_colour: Colour | None = Field(None, description="colour of buttons, `#rrggbb`")
    logo: Line | None = Field(None, description="a file, SVG or picture")
    logo_dark: Line | None = Field(None, description="the logo for dark grounds")
    favicon: Line | None = Field(None, description="the icon of browser tabs")
    address: PostalAddress | None = Field(None, description="a table, see below")
    social: list[SocialLink] = Field([], description="tables of `name` and `url`")


class Delivery(Record):
    """`[[delivery]]`: a delivery method."""

    code: Slug = Field(description="its key, such as `standard`")
    name: Name = Field(description="as shoppers read it")
    price: Amount = Field(description="an amount such as 5.00")
    free_over: Amount | None = Field(None, description="free for orders worth this much")
    min_days: Count = Field(2, description="working days")
    max_days: Count = Field(5, description="working days")
    countries: list[CountryCode] = Field([], description="where to; empty: everywhere")
    position: Position = Field(0, description="its place among the others")

    @model_validator(mode="after")
    def days_in_order(self) -> Self:
        """The longest delivery is not shorter than the shortest."""
        if self.max_days < self.min_days:
            raise ValueError("max_days must not be less than min_days")
        return self


class Carrier(Record):
    """`[[carrier]]`: a carrier that is not known yet, or another tracking link for one that is."""

    name: Annotated[Name, Field(max_length=60)] = Field(description="as shoppers read it")
    tracking_url: WebAddress = Field(
        description="its page about a parcel, with `{number}` where the tracking number stands"
    )

    @property
    def key(self) -> str:
        """Two spellings of a name are one carrier."""
        return self.name.casefold()

    @model_validator(mode="after")
    def linkable(self) -> Self:
        """The link is one that a page can show."""
        if not is_link_template(self.tracking_url):
            raise ValueError("tracking_url must be a web address; {number} cannot be in its host")
        return self


class Tax(Record):
    """`[[tax]]`: a tax rate of a place. Every rate that fits an address applies."""

    name: Name = Field(description="as shoppers read it, such as `VAT`")
    country: CountryCode
    state: Line = Field("", description="empty: the whole country")
    city: Line = Field("", description="empty: the whole state")
    rate: Rate = Field(description="per cent, such as 8.875")
    included: bool = Field(description="whether prices contain it")
    on_delivery: bool | None = Field(
        None, description="whether delivery is taxed; otherwise as `included`"
    )

    @property
    def key(self) -> str:
        """The tax of a place."""
        return " ".join(filter(None, (self.name, self.country, self.state, self.city)))

    @model_validator(mode="after")
    def settled(self) -> Self:
        """Delivery is taxed as goods are where nobody says otherwise; a city is in a state."""
        if self.on_delivery is None:
            self.on_delivery = self.included
        if self.city and not self.state:
            raise ValueError("city needs a state")
        return self


class PromoCode(Record):
    """`[[promo_code]]`: takes a percentage or an amount off an order."""

    code: PromoName = Field(description="as shoppers type it, in any case")
    title: Name = Field(description="as the order names it")
    percent: Annotated[int, Field(ge=1, le=100)] | None = Field(
        None, description="either this or `amount`"
    )
    amount: Annotated[Amount, Field(ge=1)] | None = None
    minimum_purchase: Amount = Field(0, description="what the goods must be worth")
    starts_at: Moment = Field(description="from when it counts")
    ends_at: Moment | None = Field(None, description="until when; otherwise without end")
    total_uses: Annotated[int, Field(ge=1, lt=2**31)] | None = None
    uses_per_customer: Annotated[int, Field(ge=1, lt=2**31)] | None = None
    public: bool = Field(
        False, description="whether the cart offers it; other codes are never shown to shoppers"
    )

    @model_validator(mode="after")
    def consistent(self) -> Self:
        """One kind of discount, and an end after the start."""
        if (self.percent is None) == (self.amount is None):
            raise ValueError("needs either percent or amount")
        check_times(self.starts_at, self.ends_at)
        return self
