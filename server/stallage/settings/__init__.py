"""Every setting of a Stallage process, read once at its start.

Each is the variable `STALLAGE_` plus its name in capitals. A value is taken from the first source that
has one: the environment, the file `settings.env` in the data folder, the settings that the shop stores
(see `SHOP_SETTINGS`), the default. `stallage settings` prints them all with their meaning and source.
All time limits are seconds. Each module of this package holds the settings of one subject.
subject.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import TypeAdapter

from stallage.settings.backups import BackupSettings
from stallage.settings.database import DatabaseSettings
from stallage.settings.messages import MessageSettings
from stallage.settings.network import NetworkSettings
from stallage.settings.orders import OrderSettings
from stallage.settings.payments import PaymentSettings
from stallage.settings.pictures import PictureSettings
from stallage.settings.process import ProcessSettings
from stallage.settings.shop import ShopSettings
from stallage.settings.signin import SignInSettings
from stallage.settings.sources import (
    DATA_DIR,
    SETTINGS_FILE,
    FeatureSelection,
    PluginSettings,
)

__all__ = [
    "DATA_DIR",
    "SETTINGS_FILE",
    "SHOP_SETTINGS",
    "FeatureSelection",
    "PluginSettings",
    "Settings",
]

SHOP_SETTINGS = (
    "currency",
    "country",
    "locale",
    "time_zone",
    "phone_country_code",
    "tax_number",
    "cash_on_delivery",
    "cash_on_delivery_code",
    "guest_checkout",
    "phone_required",
    "gift_wrap",
    "gift_wrap_name",
    "gift_wrap_price",
    "payment_provider",
    "payment_gateway_mode",
    "mail_from",
    "wallet_topups",
    "topup_min",
    "topup_max",
    "wallet_limit",
    "low_stock",
    "prior_price_rule",
    "reverse_charge",
    "review_moderation",
    "return_window_seconds",
    "withdrawal_window_seconds",
)
"""Settings of the shop rather than of a process; `stallage apply` stores them in the database."""


class Settings(
    FeatureSelection,
    PaymentSettings,
    OrderSettings,
    SignInSettings,
    ShopSettings,
    MessageSettings,
    PictureSettings,
    NetworkSettings,
    BackupSettings,
    DatabaseSettings,
    ProcessSettings,
):
    """The settings of one process. Defaults are safe: loopback only, test payments, no telemetry."""

    def with_shop(self, declared: Mapping[str, Any]) -> Self:
        """Return these settings with those that the shop stores. Other sources take precedence.

        Unknown names are ignored. Raises ValidationError for invalid values.
        """
        chosen: dict[str, Any] = {}
        for name in SHOP_SETTINGS:
            if name in declared and name not in self.model_fields_set:
                field = type(self).model_fields[name]
                kind: Any = Annotated[field.annotation, field]
                chosen[name] = TypeAdapter(kind).validate_python(declared[name])
        return self.model_copy(update=chosen)
