"""Settings, company details, delivery, taxes and promo codes."""

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
    OptionalCountry,
    PlaceCode,
    Position,
    PriceEnding,
    PromoName,
    Rate,
    Slug,
    WebAddress,
    ZoneName,
)
from stallage.declaration.records.base import Record, check_times
from stallage.orders.rules.parcels import is_link_template
from stallage.pricing.drafts import Basis
from stallage.pricing.rules.delivery import bands_ascend

TopupAmount = Annotated[Amount, Field(ge=1)]


class ShopSettings(Record):
    """`[settings]`: settings of the whole shop. Keys that are missing are not changed."""

    currency: CurrencyCode | None = Field(None, description="ISO 4217; fixed once there are orders")
    country: CountryCode | None = Field(None, description="the home country, ISO 3166-1")
    locale: LocaleName | None = Field(None, description="language and region, such as `en-US`")
    time_zone: ZoneName | None = Field(None, description="such as `Europe/Berlin`")
    phone_country_code: Annotated[str, Field(pattern=r"^\+[0-9]{1,3}$")] | None = Field(
        None, description="prefix of 10-digit phone numbers, such as `+1`"
    )
    tax_number: Line | None = Field(None, description="as shown on invoices")
    cash_on_delivery: bool | None = Field(None, description="orders may be paid on delivery")
    cash_on_delivery_code: bool | None = Field(
        None, description="guests who pay on delivery first verify their contact by a code"
    )
    guest_checkout: bool | None = Field(None, description="orders may be placed without signing in")
    phone_required: bool | None = Field(
        None, description="orders need a phone number; cash on delivery always does"
    )
    gift_wrap: bool | None = Field(None, description="orders may be gift wrapped")
    gift_wrap_name: Annotated[Name, Field(max_length=100)] | None = Field(
        None, description="the name of gift wrap in totals and on invoices"
    )
    gift_wrap_price: Amount | None = Field(
        None, description="for a whole order, an amount such as 4.50"
    )
    payment_provider: Literal["none", "sandbox", "stripe", "razorpay"] | None = Field(
        None, description="the provider of online payments; its keys are set in the environment"
    )
    payment_gateway_mode: Literal[0, 1] | None = Field(None, description="0 test, 1 live")
    mail_from: Line | None = Field(None, description="the sender of the shop's emails")
    wallet_topups: bool | None = Field(
        None, description="customers may add money to their wallet by online payment"
    )
    topup_min: TopupAmount | None = Field(None, description="minimum amount of a top-up")
    topup_max: TopupAmount | None = Field(None, description="maximum amount of a top-up")
    wallet_limit: TopupAmount | None = Field(None, description="maximum balance after a top-up")
    low_stock: Count | None = Field(
        None, description="'Only n left' is shown up to this many units in stock"
    )
    prior_price_rule: Literal["auto", "always", "never"] | None = Field(
        None,
        description="reductions refer to the lowest price of the 30 days before: `auto` in the EU and"
        " Norway",
    )
    price_rounding: Literal["exact", "step", "ending"] | None = Field(
        None,
        description="how prices are rounded that a percentage gives: to the minor unit, to a step, to an"
        " ending",
    )
    price_step: Annotated[Amount, Field(ge=1)] | None = Field(
        None, description="the step, such as 0.05"
    )
    price_ending: PriceEnding | None = Field(
        None, description="the last digits, such as 99 for 19.99"
    )
    reverse_charge: bool | None = Field(
        None,
        description="businesses with a VAT number of another EU country are charged no tax",
    )
    review_moderation: bool | None = Field(
        None, description="reviews are published after approval by an operator"
    )
    return_window_seconds: Count | None = Field(None, description="how long returns are accepted")
    withdrawal_window_seconds: Count | None = Field(
        None, description="how long customers may withdraw from the contract"
    )

    @model_validator(mode="after")
    def topups_possible(self) -> Self:
        """Check that the limits of top-ups do not contradict each other."""
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
    country: OptionalCountry = ""


class SocialLink(Record):
    """`[[company.social]]`"""

    name: Name
    url: WebAddress


class Company(Record):
    """`[company]`: the shop's name, contact and logo."""

    name: Name = Field(description="the shop's name")
    tagline: Line = ""
    legal_name: Line = Field("", description="as shown on invoices; empty: `name`")
    tax_number: Line = Field("", description="as shown on invoices; empty: that of `[settings]`")
    email: Line = Field("", description="the address that shoppers write to")
    phone: Line = ""
    primary_colour: Colour | None = Field(
        None,
        description="primary colour of the [theme](operating.md#themes) that shoppers see, `#rrggbb`",
    )
    logo: Line | None = Field(None, description="a file, SVG or picture")
    logo_dark: Line | None = Field(None, description="the logo for dark backgrounds")
    favicon: Line | None = Field(None, description="the icon of browser tabs")
    address: PostalAddress | None = Field(None, description="a table, see below")
    social: list[SocialLink] = Field([], description="tables of `name` and `url`")


class DeliveryZone(Record):
    """`[[delivery_zone]]`: places that share delivery prices."""

    code: Slug = Field(description="its key, such as `eu`")
    name: Name
    places: list[PlaceCode] = Field(
        [], description="such as `DE` or `US:CA`; each in one zone only"
    )
    rest_of_world: bool = Field(False, description="it also has all places that no zone names")
    position: Position = Field(0, description="order among the zones")


class DeliveryBand(Record):
    """`[[delivery.rate.band]]`"""

    up_to_grams: Count | None = Field(None, description="weight of the order")
    up_to_value: Amount | None = Field(None, description="value of the items after discounts")
    price: Amount


class DeliveryRate(Record):
    """`[[delivery.rate]]`: what a method costs in a zone."""

    zone: Slug = Field(description="code of a `[[delivery_zone]]`")
    price: Amount | None = Field(None, description="either this or tables of `band`")
    band: list[DeliveryBand] = Field([], description="prices by weight or by value")
    free_over: Amount | None = Field(None, description="free for orders worth this much")
    min_days: Count = Field(2, description="working days")
    max_days: Count = Field(5, description="working days")

    @model_validator(mode="after")
    def consistent(self) -> Self:
        """Check the price and that limits ascend."""
        if (self.price is None) == (not self.band):
            raise ValueError("needs either price or band")
        if self.max_days < self.min_days:
            raise ValueError("max_days must not be less than min_days")
        if self.basis is None or not bands_ascend(self.bands):
            raise ValueError(
                "each band needs up_to_grams or up_to_value, the same for all, ascending; only the"
                " last may have no limit"
            )
        return self

    @property
    def basis(self) -> Basis | None:
        """What the bands limit; None if that is not clear."""
        if self.price is not None:
            return "flat"
        by_weight = any(one.up_to_grams is not None for one in self.band)
        by_value = any(one.up_to_value is not None for one in self.band)
        if by_weight == by_value:
            return None
        return "weight" if by_weight else "value"

    @property
    def bands(self) -> list[tuple[int | None, int]]:
        """Limits and prices."""
        if self.price is not None:
            return [(None, self.price)]
        return [
            (one.up_to_grams if one.up_to_value is None else one.up_to_value, one.price)
            for one in self.band
        ]


class Delivery(Record):
    """`[[delivery]]`: a delivery method."""

    code: Slug = Field(description="its key, such as `standard`")
    name: Name = Field(description="the name for shoppers")
    price: Amount | None = Field(None, description="an amount such as 5.00; not with `rate`")
    free_over: Amount | None = Field(None, description="free for orders worth this much")
    min_days: Count = Field(2, description="working days")
    max_days: Count = Field(5, description="working days")
    countries: list[CountryCode] = Field([], description="destinations; empty: everywhere")
    position: Position = Field(0, description="order among the delivery methods")
    rate: list[DeliveryRate] = Field([], description="tables of prices by zone, see below")

    @model_validator(mode="after")
    def consistent(self) -> Self:
        """Check the days, and that there is one price or rates."""
        if self.max_days < self.min_days:
            raise ValueError("max_days must not be less than min_days")
        if (self.price is None) == (not self.rate):
            raise ValueError("needs either price or rate")
        if self.rate and (self.countries or self.free_over is not None):
            raise ValueError("countries and free_over belong to a method without rate")
        zones = [one.zone for one in self.rate]
        if len(set(zones)) < len(zones):
            raise ValueError("a zone can have one rate only")
        return self


class Carrier(Record):
    """`[[carrier]]`: a carrier that the shop does not know, or another tracking link for a known one."""

    name: Annotated[Name, Field(max_length=60)] = Field(description="the name for shoppers")
    tracking_url: WebAddress = Field(
        description="its tracking page, with `{number}` in place of the tracking number"
    )
    offered: bool = Field(True, description="whether operators choose among it when they ship")

    @property
    def key(self) -> str:
        """The name, case-insensitively."""
        return self.name.casefold()

    @model_validator(mode="after")
    def linkable(self) -> Self:
        """Check that the link can be shown on a page."""
        if not is_link_template(self.tracking_url):
            raise ValueError("tracking_url must be a URL without {number} in its host")
        return self


class Location(Record):
    """`[[location]]`: a place that has units. One of them is the default; see [stock](stock.md)."""

    name: Annotated[Name, Field(max_length=80)] = Field(description="its key")
    address: Annotated[str, Field(max_length=500)] = ""
    priority: Annotated[Position, Field(ge=0, le=1000)] = Field(
        0, description="parcels take units from the lowest number first"
    )
    default: bool = Field(
        False,
        description="units that arrive without a location go here; without one that is the default,"
        " it stays as it is",
    )

    @property
    def key(self) -> str:
        """The name, case-insensitively."""
        return self.name.casefold()


class Tax(Record):
    """`[[tax]]`: the tax rate of a country, state or city. All rates that match an address apply."""

    name: Name = Field(description="the name for shoppers, such as `VAT`")
    country: CountryCode
    state: Line = Field("", description="empty: the whole country")
    city: Line = Field("", description="empty: the whole state")
    rate: Rate = Field(description="per cent, such as 8.875")
    included: bool = Field(description="whether prices include it")
    on_delivery: bool | None = Field(
        None, description="whether delivery is taxed; by default as `included`"
    )
    tax_class: Line = Field("", description="code of a `[[tax_class]]`; empty: the standard rate")

    @property
    def key(self) -> str:
        """Name, place and class."""
        parts = (self.name, self.country, self.state, self.city, self.tax_class)
        return " ".join(filter(None, parts))

    @model_validator(mode="after")
    def complete(self) -> Self:
        """Set the default of `on_delivery`, and check that a city has a state."""
        if self.on_delivery is None:
            self.on_delivery = self.included
        if self.city and not self.state:
            raise ValueError("city needs a state")
        return self


class TaxClass(Record):
    """`[[tax_class]]`: products that are taxed at the rates of this class, such as books."""

    code: Slug = Field(description="its key, such as `books`")
    name: Name
    products: list[Slug] = Field([], description="slugs of products; stronger than categories")
    categories: list[Line] = Field([], description="paths, with all subcategories")
    position: Position = Field(0, description="order among the classes")


class PromoCode(Record):
    """`[[promo_code]]`: takes a percentage or an amount off an order."""

    code: PromoName = Field(description="what shoppers enter, in any case")
    title: Name = Field(description="the name in orders")
    percent: Annotated[int, Field(ge=1, le=100)] | None = Field(
        None, description="either this or `amount`"
    )
    amount: Annotated[Amount, Field(ge=1)] | None = None
    minimum_purchase: Amount = Field(0, description="minimum value of the items")
    starts_at: Moment = Field(description="when it starts to apply")
    ends_at: Moment | None = Field(None, description="when it ends; by default never")
    total_uses: Annotated[int, Field(ge=1, lt=2**31)] | None = None
    uses_per_customer: Annotated[int, Field(ge=1, lt=2**31)] | None = None
    public: bool = Field(
        False, description="whether the cart shows it; other codes are never shown to shoppers"
    )

    @model_validator(mode="after")
    def consistent(self) -> Self:
        """Check that there is one discount and that the end is after the start."""
        if (self.percent is None) == (self.amount is None):
            raise ValueError("needs either percent or amount")
        check_times(self.starts_at, self.ends_at)
        return self
