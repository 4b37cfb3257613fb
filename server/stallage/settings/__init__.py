"""Every setting of a Stallage process, read once at its start.

Each is the variable `STALLAGE_` plus its name in capitals. A value is taken from the first source that
has one: the environment, the file `settings.env` in the data folder, the settings that the shop stores
in its database (see `stored`), the default. `stallage settings` prints them all.
All time limits are seconds. Each module of this package holds the settings of one subject.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Self

import structlog
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
from stallage.settings.stored import MACHINE_SETTINGS, is_secret, unseal

__all__ = [
    "DATA_DIR",
    "SETTINGS_FILE",
    "SHOP_SETTINGS",
    "FeatureSelection",
    "PluginSettings",
    "Settings",
]

log = structlog.get_logger(__name__)

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
    "price_rounding",
    "price_step",
    "price_ending",
    "reverse_charge",
    "review_moderation",
    "return_window_seconds",
    "withdrawal_window_seconds",
)
"""Settings that a shop's files declare; `stallage apply` stores them in the database."""


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

    def with_shop(self, stored: Mapping[str, Any]) -> Self:
        """Return these settings with those that the shop stores. Other sources take precedence.

        Unknown names and settings of the machine are ignored, and so are secrets that were encrypted
        with another key. Raises ValidationError for invalid values.
        """
        chosen: dict[str, Any] = {}
        for name, value in self._stored_values(stored).items():
            field = type(self).model_fields[name]
            kind: Any = Annotated[field.annotation, field]
            chosen[name] = TypeAdapter(kind).validate_python(value)
        return self.model_copy(update=chosen)

    def check_stored(self, stored: Mapping[str, Any]) -> Self:
        """Return the same, and check how the settings fit together. Raises ValidationError."""
        own = {name: getattr(self, name) for name in self.model_fields_set}
        return type(self)(**own, **self._stored_values(stored))

    def _stored_values(self, stored: Mapping[str, Any]) -> dict[str, Any]:
        """Return the stored values that take effect, secrets decrypted."""
        values: dict[str, Any] = {}
        for name, field in type(self).model_fields.items():
            if name not in stored or name in MACHINE_SETTINGS or name in self.model_fields_set:
                continue
            value = stored[name]
            if is_secret(field):
                value = unseal((self.secret(), *self.previous_secrets()), name, value)
                if value is None:
                    log.error("setting_unreadable", setting=name)
                    continue
            values[name] = value
        return values
