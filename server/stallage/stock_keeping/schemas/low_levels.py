"""JSON of low-stock levels and of the emails about items that fall to them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.schemas import Id, Input, Integer, Output, Time
from stallage.stock_keeping.schemas.levels import Units

MAX_CATEGORIES = 500
MAX_RECIPIENTS = 20
AlertFrequency = Literal["off", "hourly", "daily"]


class ShopLevel(Output):
    """The level of items without a nearer one: a setting."""

    low_at: int
    items: int = Field(description="Variants that it holds for, of products that are not archived.")
    low: int = Field(description="Of them, those that are low.")


class CategoryLevel(Output):
    """The level of a category and those below it."""

    category_id: int
    name: str = Field(description="With those above it, such as `Decor / Vases`.")
    low_at: int
    items: int = Field(description="Variants that it holds for: no nearer level does.")
    low: int


class OwnLevels(Output):
    """Levels of single products and items."""

    products: int
    items: int
    low: int


class AlertRecipient(Output):
    """A team member who gets emails about low stock, or may get them."""

    id: int
    name: str
    email: str
    gets_mail: bool = Field(description="Whether the member still may see stock.")


class StockAlerts(Output):
    """When team members get an email about items that have fallen to their level."""

    frequency: AlertFrequency = Field(
        description="`hourly`: soon after an item fell, at most once an hour."
    )
    at_minute: int = Field(description="Of daily emails: minutes after midnight.")
    recipients: list[AlertRecipient]
    last_sent_at: Time | None


class LowLevels(Output):
    """All low-stock levels. That of the nearest rule counts: item, product, category, shop."""

    shop: ShopLevel
    categories: list[CategoryLevel]
    own: OwnLevels
    alerts: StockAlerts
    etag: str


class CategoryLevelInput(Input):
    """The level of a category."""

    category_id: Id
    low_at: Units


class StockAlertsInput(Input):
    """When team members get emails, and who."""

    frequency: AlertFrequency
    at_minute: Annotated[Integer, Field(ge=0, le=1439)] = Field(
        default=480,
        description="Of daily emails: minutes after midnight, in the shop's time zone.",
    )
    recipients: Annotated[list[Id], Field(max_length=MAX_RECIPIENTS)] = Field(
        description="Ids of team members who may see stock. None only while it is off."
    )


class LowLevelsInput(Input):
    """All levels of categories, and the emails, as they should be."""

    categories: Annotated[list[CategoryLevelInput], Field(max_length=MAX_CATEGORIES)]
    alerts: StockAlertsInput


class LevelCategory(Output):
    """A category that may get a level."""

    id: int
    name: str = Field(description="With those above it, such as `Decor / Vases`.")


class LowLevelChoices(Output):
    """What rules may refer to."""

    categories: list[LevelCategory] = Field(description="In the order of their names.")
    recipients: list[AlertRecipient] = Field(description="Team members who may see stock.")
