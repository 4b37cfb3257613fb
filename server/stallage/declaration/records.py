"""The format of a shop's files: one class for each table of TOML, read strictly.

A record also says how the present shop is: both are compared and written by it. A picture's `file` is a
path beside the file that names it; once stored it is the path that `core.media` gave out.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from stallage.catalog.drafts import Status, WeightUnit
from stallage.catalog.slugs import attribute_name
from stallage.content.rules import Format
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
    Text,
    WebAddress,
    ZoneName,
)


class Record(BaseModel):
    """A table; a key that it does not know is an error."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @property
    def key(self) -> str:
        """What it is known by among its kind, as people read it; empty where there is only one."""
        return str(getattr(self, "slug", "") or getattr(self, "code", ""))


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
    payment_provider: Literal["none", "sandbox", "stripe", "razorpay"] | None = Field(
        None, description="who takes online payments; keys stand in the environment"
    )
    payment_gateway_mode: Literal[0, 1] | None = Field(None, description="0 test, 1 live")
    mail_from: Line | None = Field(None, description="the sender of the shop's mail")
    low_stock: Count | None = Field(None, description="from how many units 'Only n left' is shown")
    review_moderation: bool | None = Field(None, description="reviews wait for an operator")
    return_window_seconds: Count | None = Field(None, description="how long returns are accepted")
    withdrawal_window_seconds: Count | None = Field(
        None, description="how long a contract may be withdrawn from"
    )


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

    @model_validator(mode="after")
    def consistent(self) -> Self:
        """One kind of discount, and an end after the start."""
        if (self.percent is None) == (self.amount is None):
            raise ValueError("needs either percent or amount")
        _check_times(self.starts_at, self.ends_at)
        return self


class Placed(Record):
    """A picture of a category, a banner or a tile: `{file = "…", alt = "…"}`."""

    file: Line
    alt: Line = ""


class Category(Record):
    """`[[category]]`"""

    path: Annotated[str, Field(pattern=r"^[^\s/?#%]+(/[^\s/?#%]+)*$", max_length=1000)] = Field(
        description="slugs from the root, such as `table/bowls`; the last one is its key"
    )
    title: Name
    description: Text = ""
    image: Placed | None = None
    position: Position = Field(0, description="its place among its siblings")

    @property
    def slug(self) -> str:
        """What it is called in addresses."""
        return self.path.rpartition("/")[2]

    @property
    def parent(self) -> str | None:
        """The slug of the category above it."""
        above = self.path.rpartition("/")[0]
        return above.rpartition("/")[2] or None


class Brand(Record):
    """`[[brand]]`"""

    slug: Slug
    name: Name
    description: Text = ""


class Attribute(Record):
    """`[[attribute]]`: how a filter is called, and its place among the others."""

    label: Name = Field(description="as products and shoppers name it")
    name: Slug = Field("", description="in addresses; otherwise made from the label")
    position: Position = 0

    @property
    def key(self) -> str:
        """Its name in addresses."""
        return self.name

    @model_validator(mode="before")
    @classmethod
    def named(cls, given: Any) -> Any:
        """The name that the label gives."""
        if isinstance(given, dict) and isinstance(given.get("label"), str) and "name" not in given:
            return {**given, "name": attribute_name(given["label"])}
        return given


class ProductImage(Record):
    """`[[product.image]]`: a file, or an address to fetch it from."""

    file: Line | None = Field(None, description="a picture beside this file; or `url`")
    url: WebAddress | None = Field(None, description="where the shop fetches it from")
    alt: Line = Field("", description="what it shows, for people who cannot see it")
    options: dict[str, str] | None = Field(
        None, description='the option values that it shows, such as `{Colour = "Moss"}`'
    )

    @property
    def source(self) -> str:
        """What it is known by within its product."""
        return self.file or self.url or ""

    @model_validator(mode="after")
    def one_source(self) -> Self:
        """Either of the two."""
        if (self.file is None) == (self.url is None):
            raise ValueError("needs either file or url")
        return self


class Sku(Record):
    """`[[product.sku]]`: what can be bought, one for each combination of the options."""

    sku: Line = Field("", description="the shop's own number for it")
    options: list[Name] = Field([], description="values in the order of the product's `options`")
    price: Amount
    compare_at_price: Amount | None = Field(None, description="the price before; above `price`")
    cost: Amount | None = Field(None, description="what the shop paid")
    stock: Count | None = Field(
        None, description="opening stock, for a new SKU only; otherwise it is not counted"
    )
    tracked: bool = Field(True, description="false: can be ordered whatever the stock")
    backorder: bool = Field(False, description="can be ordered when the stock has run out")
    barcode: Line = ""
    weight_grams: Count | None = None
    weight_unit: WeightUnit = Field("g", description="the unit to show the weight in")
    requires_shipping: bool = True
    taxable: bool = True
    image: Line | None = Field(
        None, description="`file` or `url` of its picture; otherwise one that shows its options"
    )
    extra: dict[str, str] = Field({}, description="columns of an import that the shop only keeps")


class Product(Record):
    """`[[product]]`"""

    slug: Slug = Field(description="its key")
    title: Name
    brand: Line = Field("", description="the brand's name")
    type: Line = ""
    status: Status = "active"
    categories: list[str] = Field([], description="paths; the first is the main one")
    tags: list[Name] = []
    summary: Text = ""
    description: Text = Field("", description="HTML; it is sanitised")
    options: list[Name] = Field([], description="names, at most three, such as `Size`")
    swatches: dict[str, dict[str, Colour]] = Field({}, description="option → value → `#rrggbb`")
    attributes: dict[str, list[str]] = Field({}, description="filters: label → values")
    specification: list[Annotated[list[str], Field(min_length=2, max_length=2)]] = Field(
        [], description="rows of `[name, value]`"
    )
    seo_title: Line = ""
    seo_description: Text = ""
    returnable: bool = True
    max_per_order: Annotated[int, Field(ge=1, le=99)] | None = None
    created_at: Moment | None = Field(None, description="for a new product; otherwise now")
    extra: dict[str, str] = Field({}, description="columns of an import that the shop only keeps")
    sku: list[Sku] = Field(min_length=1, description="tables")
    image: list[ProductImage] = Field([], description="tables; the first is the product's own")

    @model_validator(mode="after")
    def consistent(self) -> Self:
        """One value for each option, and no combination twice."""
        if len(self.options) > 3:
            raise ValueError("options: a product has at most 3")
        combinations = [tuple(value.casefold() for value in sku.options) for sku in self.sku]
        if any(len(values) != len(self.options) for values in combinations):
            raise ValueError("sku: each needs one value for each of the product's options")
        if len(set(combinations)) < len(combinations):
            raise ValueError("sku: two have the same options")
        return self


class Sale(Record):
    """`[[sale]]`: lowers the price of its products while it runs."""

    slug: Slug
    title: Name
    description: Text = ""
    percent: Annotated[int, Field(ge=1, le=99)]
    starts_at: Moment
    ends_at: Moment | None = Field(None, description="otherwise it runs until it is ended")
    image: Placed | None = None
    phone_image: Placed | None = None
    products: list[Slug] = Field([], description="slugs, in the order shown")

    @model_validator(mode="after")
    def consistent(self) -> Self:
        """An end after the start."""
        _check_times(self.starts_at, self.ends_at)
        return self


class Slider(Record):
    """`[[slider]]`: a large banner of the home page that leads to a list of its own."""

    slug: Slug
    title: Name
    subtitle: Line = ""
    call_to_action: Line = ""
    image: Placed | None = None
    phone_image: Placed | None = None
    position: Position = 0
    starts_at: Moment | None = None
    ends_at: Moment | None = None
    products: list[Slug] = Field([], description="slugs, in the order shown")


class Tile(Record):
    """`[[section.tile]]`: leads to a list of its own."""

    slug: Slug
    title: Name
    text: Text = ""
    image: Placed | None = None
    phone_image: Placed | None = None
    products: list[Slug] = []


class Section(Record):
    """`[[section]]`: a row of the home page."""

    slug: Slug
    title: Name
    subtitle: Line = ""
    kind: Literal["wide-image", "category-tiles", "buttons", "product-tiles", "carousel"]
    position: Position = 0
    tile: list[Tile] = Field([], description="tables")


class Faq(Record):
    """`[[faq]]`: all questions together, in their order."""

    group: Line = Field("", description="the heading under which it stands")
    question: Name
    answer: Text = Field(min_length=1, description="Markdown")


class Review(Record):
    """`[[review]]`: brought from another shop; added once and never changed."""

    product: Slug
    name: Name
    stars: Annotated[int, Field(ge=1, le=5)]
    title: Line = ""
    text: Annotated[Text, Field(min_length=1, max_length=2000)]
    verified: bool = Field(True, description="the reviewer bought it")
    helpful: Count = 0
    at: Moment

    @property
    def key(self) -> str:
        """Who said what of what."""
        return f"{self.product}: {self.name}: {self.text}"


class Answer(Record):
    """`[[question.answers]]`"""

    by: Line = Field("", description="empty: the shop itself")
    text: Annotated[Text, Field(min_length=1, max_length=1000)]
    at: Moment


class Question(Record):
    """`[[question]]`: brought from another shop; added once and never changed."""

    product: Slug
    name: Name
    text: Annotated[Text, Field(min_length=1, max_length=1000)]
    at: Moment
    answers: list[Answer] = Field([], description="tables")

    @property
    def key(self) -> str:
        """Who asked what of what."""
        return f"{self.product}: {self.name}: {self.text}"


class Page(Record):
    """A text of the shop's fixed pages: `pages/*.md`, see docs/texts.md."""

    slug: Slug
    title: Name
    phone: Line = ""
    email: Line = ""
    hours: Line = ""
    format: Format
    source: Text


class Blog(Record):
    """An article: `blogs/*.md`, see docs/texts.md."""

    slug: Slug
    title: Name
    summary: Text = ""
    author: Line = ""
    date: Moment | None = None
    image: Placed | None = None
    products: list[Slug] = []
    format: Format
    source: Text


def _check_times(starts_at: datetime, ends_at: datetime | None) -> None:
    if ends_at is not None and ends_at <= starts_at:
        raise ValueError("ends_at must be after starts_at")


TABLES: dict[str, type[Record]] = {"settings": ShopSettings, "company": Company}
"""What stands once in a shop's files, such as `[company]`."""

LISTS: dict[str, type[Record]] = {
    "delivery": Delivery,
    "tax": Tax,
    "promo_code": PromoCode,
    "category": Category,
    "brand": Brand,
    "attribute": Attribute,
    "product": Product,
    "sale": Sale,
    "slider": Slider,
    "section": Section,
    "faq": Faq,
    "review": Review,
    "question": Question,
}
"""What stands any number of times, such as `[[delivery]]`."""
