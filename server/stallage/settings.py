"""Every setting of a Stallage process, read once at its start.

Each is the variable `STALLAGE_` plus its name in capitals. The first of these that names it counts:
the environment, the file `settings.env` in the data folder, what the shop has declared (see
`SHOP_SETTINGS`), the default. `stallage settings` prints them all with their meaning and where the
value came from. All time limits are seconds.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import (
    Field,
    SecretStr,
    TypeAdapter,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_settings import (
    BaseSettings,
    DotEnvSettingsSource,
    InitSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from stallage.core.db_address import encrypted_address
from stallage.secret_key import MIN_CHARACTERS, secret_key_in

DATA_DIR = Path(".stallage")
SETTINGS_FILE = "settings.env"
"""In the data folder: what must not stand in a shop's own files, such as passwords."""

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
    "review_moderation",
    "return_window_seconds",
    "withdrawal_window_seconds",
)
"""Settings of the shop rather than of a process: `stallage apply` keeps them in the database."""

Seconds = Annotated[int, Field(ge=0, le=10 * 365 * 86_400)]
MinorUnits = Annotated[int, Field(ge=1, le=10**12)]
"""An amount in the smallest unit of the shop's currency, such as cents."""


def setting(default: object, meaning: str) -> object:
    """A field with the sentence that `stallage settings` prints for it."""
    return Field(default=default, description=meaning)


class Settings(BaseSettings):
    """The settings of one process. Defaults are safe: loopback only, test payments, no telemetry."""

    model_config = SettingsConfigDict(
        env_prefix="STALLAGE_",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        # What is wrong may be a password.
        hide_input_in_errors=True,
    )

    data_dir: Annotated[
        Path, setting(DATA_DIR, "Embedded database, media, search index and outbox.")
    ]
    client_dir: Annotated[
        str, setting("", "Where the built client lies; empty: the one that came with the shop.")
    ]
    database_plain_text: Annotated[
        bool,
        setting(False, "Let the database be on another host without TLS, as in a private network."),
    ]
    database_url: Annotated[
        str,
        setting("", "A PostgreSQL 15 or newer; empty runs the embedded one in the data folder."),
    ]
    database_pool_size: Annotated[
        int, Field(default=10, ge=2, le=200, description="Connections of one process at most.")
    ]
    public_read_percent: Annotated[
        int,
        Field(
            default=60,
            ge=10,
            le=90,
            description="Share of those connections that lists, searches and pages may use at once.",
        ),
    ]
    statement_seconds: Annotated[
        Seconds, setting(30, "How long the database works at one statement, its locks included.")
    ]
    public_statement_seconds: Annotated[
        Seconds, setting(5, "The same for searches by criteria, feeds and sitemaps.")
    ]
    idle_transaction_seconds: Annotated[
        Seconds,
        setting(20, "After how long the database ends a transaction whose process is silent."),
    ]
    postgresql_programs: Annotated[
        str,
        setting(
            "",
            "Folder of pg_dump, pg_restore and psql for a newer server; empty: those that came "
            "with the shop.",
        ),
    ]
    backup_folder: Annotated[
        str, setting("", "Where a backup is made every day while the shop runs; empty: none.")
    ]
    backup_time: Annotated[
        str,
        Field(
            default="03:30",
            pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$",
            description="When the daily backup is made, as HH:MM in STALLAGE_TIME_ZONE.",
        ),
    ]
    backup_keep_daily: Annotated[
        int, Field(default=7, ge=1, le=3650, description="Of how many days a backup is kept.")
    ]
    backup_keep_weekly: Annotated[
        int,
        Field(default=4, ge=0, le=520, description="Of how many weeks the last backup is kept."),
    ]
    public_url: Annotated[
        str, setting("http://127.0.0.1:8000", "The address that shoppers see, without a slash.")
    ]
    allow_test_shop: Annotated[
        bool,
        setting(
            False,
            "A shop with a public address may run with test payments or the demo shop, where everybody"
            " can order and pay with nothing.",
        ),
    ]
    secret_key: Annotated[
        SecretStr,
        setting(
            SecretStr(""), "Signs tokens and codes; made and kept in the data folder if unset."
        ),
    ]
    former_secret_keys: Annotated[
        tuple[SecretStr, ...],
        NoDecode,
        setting(
            (), "Comma list of earlier secret keys, still believed, so that nobody is signed out."
        ),
    ]
    shop_name: Annotated[
        str, setting("Stallage", "The shop's name until its company details are filled in.")
    ]
    currency: Annotated[
        str, Field(default="USD", pattern=r"^[A-Z]{3}$", description="The shop's one currency.")
    ]
    locale: Annotated[str, setting("en-US", "Language and region of the shop.")]
    country: Annotated[
        str, Field(default="US", pattern=r"^[A-Z]{2}$", description="The shop's home country.")
    ]
    phone_country_code: Annotated[
        str,
        Field(default="+1", pattern=r"^\+[0-9]{1,3}$", description="Prefix of 10-digit numbers."),
    ]
    tax_number: Annotated[str, setting("", "The shop's tax number, as its invoices say it.")]
    time_zone: Annotated[str, setting("UTC", "Days, cut-off hours and invoices are in this zone.")]
    trusted_proxies: Annotated[
        tuple[str, ...],
        NoDecode,
        setting(
            (), "Comma list of proxies whose X-Forwarded-For is believed: addresses or networks."
        ),
    ]
    max_connections: Annotated[
        int, Field(default=4000, ge=10, description="Clients' connections to one process at most.")
    ]
    max_connections_per_network: Annotated[
        int,
        Field(
            default=200,
            ge=1,
            description="Those of one address, or of one IPv6 /64; trusted proxies have no bound.",
        ),
    ]
    header_seconds: Annotated[
        int, Field(default=10, ge=1, le=600, description="Until a request's headers are there.")
    ]
    body_bytes_per_second: Annotated[
        int,
        Field(
            default=1000, ge=1, description="How fast a request's body has to arrive, after 10 s."
        ),
    ]
    answer_seconds: Annotated[
        int, Field(default=20, ge=1, le=600, description="How long a client may read nothing.")
    ]
    keep_alive_seconds: Annotated[
        int,
        Field(
            default=5, ge=1, le=600, description="How long a connection waits for a request more."
        ),
    ]
    log_format: Annotated[
        Literal["auto", "json", "console"],
        setting("auto", "console on a terminal and json elsewhere, or one of them always."),
    ]
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], setting("info", "The least level written.")
    ]
    graceful_stop_seconds: Annotated[
        Seconds, setting(20, "How long a stop waits for running requests and jobs.")
    ]
    cdn_endpoint: Annotated[str, setting("", "Where clients load pictures first; empty: the shop.")]
    cdn_fallback_endpoint: Annotated[str, setting("", "Where clients load pictures second.")]

    storage_url: Annotated[
        str,
        setting("", "s3://bucket/prefix?endpoint=…&region=… for pictures; empty: the data folder."),
    ]
    storage_access_key: Annotated[str, setting("", "For S3; empty: where boto3 looks for it.")]
    storage_secret_key: Annotated[SecretStr, setting(SecretStr(""), "For S3.")]

    smtp_url: Annotated[
        SecretStr,
        setting(SecretStr(""), "smtp://user:password@host:587 or smtps://…; empty: outbox files."),
    ]
    mail_from: Annotated[str, setting("shop@example.com", "The sender of the shop's mail.")]
    mail_connections: Annotated[
        int,
        Field(
            default=4,
            ge=1,
            le=50,
            description="Connections to the mail server that one process opens at once.",
        ),
    ]

    sms_provider: Annotated[
        Literal["", "twilio"], setting("", "Who carries text messages; empty: outbox files.")
    ]
    twilio_account: Annotated[str, setting("", "The account's SID, AC….")]
    twilio_token: Annotated[SecretStr, setting(SecretStr(""), "The account's auth token.")]
    twilio_sender: Annotated[
        str, setting("", "The sending number (+1…), or a messaging service's SID (MG…).")
    ]
    twilio_url: Annotated[
        str, setting("https://api.twilio.com", "Where Twilio's REST interface is.")
    ]

    otp_seconds: Annotated[Seconds, setting(600, "How long a sign-in code lives.")]
    otp_resend_seconds: Annotated[Seconds, setting(30, "How soon another code may be asked for.")]
    otp_max_tries: Annotated[
        int, Field(default=5, ge=1, description="Wrong tries that end a code.")
    ]
    otp_per_address_hour: Annotated[
        int, Field(default=5, ge=1, description="Codes per address and client.")
    ]
    otp_per_address_hour_strangers: Annotated[
        int,
        Field(
            default=20,
            ge=1,
            description="Codes per address, of all clients that never signed in with it.",
        ),
    ]
    otp_per_client_hour: Annotated[int, Field(default=20, ge=1, description="Codes per client.")]
    otp_guesses_per_client_hour: Annotated[
        int, Field(default=60, ge=1, description="Codes shown per client, for all addresses.")
    ]
    otp_guesses_per_address_client_day: Annotated[
        int, Field(default=25, ge=1, description="Codes shown per address and client.")
    ]
    otp_guesses_per_address_day: Annotated[
        int,
        Field(
            default=100,
            ge=1,
            description="Codes shown per address, by all clients that never signed in with it.",
        ),
    ]
    otp_guesses_elsewhere_day: Annotated[
        int,
        Field(
            default=10,
            ge=1,
            description="Codes shown per address by clients that did not ask for one.",
        ),
    ]
    known_client_seconds: Annotated[
        Seconds,
        setting(
            180 * 86_400, "How long a device is known after a customer last signed in with it."
        ),
    ]
    access_token_seconds: Annotated[Seconds, setting(900, "How long an access token lives.")]
    refresh_token_seconds: Annotated[
        Seconds, setting(30 * 86_400, "How long a refresh token lives.")
    ]
    session_seconds: Annotated[
        Seconds, setting(90 * 86_400, "How long a sign-in lasts, however often it is renewed.")
    ]
    contact_proof_seconds: Annotated[
        Seconds,
        setting(600, "How long after a sign-in by code a contact is changed without another."),
    ]
    refresh_grace_seconds: Annotated[
        Seconds, setting(10, "How long a used refresh token still answers with its successors.")
    ]
    google_client_id: Annotated[str, setting("", "Google sign-in is on where this is set.")]
    google_client_secret: Annotated[SecretStr, setting(SecretStr(""), "For Google's code flow.")]
    google_redirect_uri: Annotated[str, setting("postmessage", "The code flow's redirect URI.")]
    google_token_url: Annotated[
        str, setting("https://oauth2.googleapis.com/token", "Where Google takes a code.")
    ]
    google_certs_url: Annotated[
        str, setting("https://www.googleapis.com/oauth2/v3/certs", "Google's public keys.")
    ]
    google_tokeninfo_url: Annotated[
        str,
        setting("https://oauth2.googleapis.com/tokeninfo", "Where Google explains access tokens."),
    ]

    payment_provider: Annotated[
        Literal["none", "sandbox", "stripe", "razorpay"],
        setting("sandbox", "Who takes online payments; none: nobody."),
    ]
    cash_on_delivery: Annotated[bool, setting(True, "Orders may be paid on delivery.")]
    cash_on_delivery_code: Annotated[
        bool,
        setting(False, "Guests who pay on delivery prove their contact by a one-time code first."),
    ]
    guest_checkout: Annotated[bool, setting(True, "Orders may be placed without signing in.")]
    abuse_limits: Annotated[
        bool,
        setting(
            True,
            "Orders, quotes, promo codes and searches are limited per network and contact; false is for"
            " load tests, whose shoppers all come from one machine.",
        ),
    ]
    guest_orders_per_client_hour: Annotated[
        int, Field(default=60, ge=1, description="Orders that guests of one network may try.")
    ]
    guest_orders_per_contact_day: Annotated[
        int, Field(default=10, ge=1, description="Guests' orders with one contact.")
    ]
    orders_per_customer_hour: Annotated[
        int, Field(default=60, ge=1, description="Orders of one customer.")
    ]
    phone_required: Annotated[
        bool,
        setting(False, "Orders need a phone number; cash on delivery always does."),
    ]
    gift_wrap: Annotated[bool, setting(False, "Orders may be gift wrapped.")]
    gift_wrap_name: Annotated[
        str,
        Field(
            default="Gift wrap",
            min_length=1,
            max_length=100,
            description="What gift wrap is called in totals and on invoices.",
        ),
    ]
    gift_wrap_price: Annotated[
        int,
        Field(
            default=0, ge=0, le=10**12, description="Of a whole order, in the minor unit; 0: free."
        ),
    ]
    payment_gateway_mode: Annotated[
        Literal[0, 1], setting(0, "0 test, 1 live. The sandbox refuses to run live.")
    ]
    payment_hold_seconds: Annotated[
        Seconds, setting(900, "How long stock is held for an order that is not paid.")
    ]
    payment_timeout_seconds: Annotated[
        int, Field(default=10, ge=1, le=60, description="How long a payment provider may take.")
    ]
    stripe_secret_key: Annotated[
        SecretStr, setting(SecretStr(""), "Stripe's sk_… or restricted rk_… key.")
    ]
    stripe_webhook_secret: Annotated[
        SecretStr, setting(SecretStr(""), "The whsec_… of the endpoint that Stripe notifies.")
    ]
    stripe_api_url: Annotated[str, setting("https://api.stripe.com", "Where Stripe is asked.")]
    razorpay_key_id: Annotated[str, setting("", "Razorpay's rzp_… key id.")]
    razorpay_key_secret: Annotated[SecretStr, setting(SecretStr(""), "The secret of that key.")]
    razorpay_webhook_secret: Annotated[
        SecretStr, setting(SecretStr(""), "The secret typed in where Razorpay is told to notify.")
    ]
    razorpay_api_url: Annotated[
        str, setting("https://api.razorpay.com", "Where Razorpay is asked and its checkout stands.")
    ]
    idempotency_seconds: Annotated[
        Seconds, setting(86_400, "How long an Idempotency-Key gives the same answer.")
    ]
    job_log_seconds: Annotated[
        Seconds,
        setting(
            30 * 86_400, "How long the log of jobs, and jobs that failed for good, are stored."
        ),
    ]
    outbox_seconds: Annotated[
        Seconds, setting(30 * 86_400, "How long messages stay in the outbox.")
    ]
    cart_seconds: Annotated[
        Seconds, setting(365 * 86_400, "How long a customer's cart keeps what was put into it.")
    ]
    guest_data_seconds: Annotated[
        Seconds,
        setting(
            0,
            "After how long guests' orders lose the person and closed tickets of guests go; 0: never.",
        ),
    ]
    return_window_seconds: Annotated[
        Seconds, setting(7 * 86_400, "How long after delivery things may be returned.")
    ]
    withdrawal_window_seconds: Annotated[
        Seconds,
        setting(
            14 * 86_400,
            "How long after delivery a shopper may withdraw from the contract; 0: nowhere by law.",
        ),
    ]
    review_edit_seconds: Annotated[
        Seconds, setting(30 * 86_400, "How long a review may be edited.")
    ]
    review_moderation: Annotated[bool, setting(False, "Reviews wait for an operator if true.")]
    unused_upload_seconds: Annotated[
        Seconds, setting(86_400, "After how long a picture that stands nowhere is cleared away.")
    ]
    question_ticket_seconds: Annotated[
        Seconds, setting(2 * 86_400, "After how long an unanswered question becomes a ticket.")
    ]
    wallet_topups: Annotated[
        bool, setting(True, "Customers may add money to their wallet by online payment.")
    ]
    topup_min: Annotated[
        MinorUnits, setting(500, "The least that can be added to a wallet at once, such as cents.")
    ]
    topup_max: Annotated[MinorUnits, setting(50_000, "The most that can be added at once.")]
    wallet_limit: Annotated[
        MinorUnits, setting(100_000, "Up to which balance money can be added to a wallet.")
    ]
    low_stock: Annotated[
        int,
        Field(default=5, ge=0, description="From this many pieces on a card says 'Only n left'."),
    ]
    prior_price_rule: Annotated[
        Literal["auto", "always", "never"],
        setting(
            "auto",
            "Reductions refer to the lowest price of the 30 days before: auto (in the EU and Norway),"
            " always, never.",
        ),
    ]
    kept_answers_mb: Annotated[
        int,
        Field(default=32, ge=0, description="Memory for ready answers of a process; 0 keeps none."),
    ]
    fetch_private_addresses: Annotated[
        bool, setting(False, "Let image imports reach loopback and private networks.")
    ]

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - replaced by the data folder's
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - not used
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments, the environment, then the data folder's own file."""
        file = DotEnvSettingsSource(settings_cls, env_file=_data_dir(init_settings) / SETTINGS_FILE)
        return init_settings, env_settings, file

    def with_shop(self, declared: Mapping[str, Any]) -> Self:
        """These settings with what the shop has declared; what was set otherwise stays.

        Names that are no shop settings are ignored. Raises ValidationError for values that do not fit.
        """
        chosen: dict[str, Any] = {}
        for name in SHOP_SETTINGS:
            if name in declared and name not in self.model_fields_set:
                field = type(self).model_fields[name]
                kind: Any = Annotated[field.annotation, field]
                chosen[name] = TypeAdapter(kind).validate_python(declared[name])
        return self.model_copy(update=chosen)

    @field_validator("database_url")
    @classmethod
    def encrypt_database(cls, value: str, info: ValidationInfo) -> str:
        """Asks for TLS where the database is on another host."""
        allowed = bool(info.data.get("database_plain_text"))
        return encrypted_address(value, allow_plain_text=allowed)

    @field_validator("trusted_proxies", mode="before")
    @classmethod
    def split_list(cls, value: object) -> object:
        """Reads the comma list that an environment variable can hold."""
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("trusted_proxies")
    @classmethod
    def addresses_or_networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        """A proxy that is never recognised would make all shoppers one client."""
        for one in value:
            try:
                ipaddress.ip_network(one, strict=False)
            except ValueError:
                raise ValueError(f"{one} is neither an address nor a network") from None
        return value

    @field_validator("former_secret_keys", mode="before")
    @classmethod
    def split_secrets(cls, value: object) -> object:
        """Reads the comma list; a key that is too short could be guessed from one token."""
        if isinstance(value, str):
            value = tuple(SecretStr(part.strip()) for part in value.split(",") if part.strip())
        return value

    @field_validator("secret_key", "former_secret_keys")
    @classmethod
    def long_enough(
        cls, value: SecretStr | tuple[SecretStr, ...]
    ) -> SecretStr | tuple[SecretStr, ...]:
        """A short secret can be guessed from one token."""
        for secret in value if isinstance(value, tuple) else (value,):
            if 0 < len(secret.get_secret_value()) < MIN_CHARACTERS:
                raise ValueError(f"must have at least {MIN_CHARACTERS} characters")
        return value

    @field_validator("database_url", "smtp_url")
    @classmethod
    def address_with_password(cls, value: str | SecretStr) -> str | SecretStr:
        """A password with a slash or colon would be read as a port, and named in an error."""
        text = value.get_secret_value() if isinstance(value, SecretStr) else value
        try:
            _ = urlsplit(text).port
        except ValueError:
            raise ValueError(
                "is not an address such as scheme://user:password@host:port. Characters like"
                " / : @ # ? and % in a password are written as %2F and so on."
            ) from None
        return value

    @model_validator(mode="after")
    def texts_can_be_sent(self) -> Self:
        """A provider of text messages without an account would lose every one of them."""
        if self.sms_provider == "twilio" and not (
            self.twilio_account and self.twilio_token.get_secret_value() and self.twilio_sender
        ):
            raise ValueError(
                "sms_provider twilio needs twilio_account, twilio_token and twilio_sender"
            )
        return self

    def former_secrets(self) -> tuple[bytes, ...]:
        """Secrets that signed before, newest first."""
        return tuple(secret.get_secret_value().encode() for secret in self.former_secret_keys)

    def secret(self) -> bytes:
        """The signing secret: the configured one, else the data folder's. Raises OSError."""
        configured = self.secret_key.get_secret_value()
        if configured:
            return configured.encode()
        return secret_key_in(self.data_dir)


def _data_dir(arguments: PydanticBaseSettingsSource) -> Path:
    """The data folder, before the other settings are known."""
    given = (
        arguments.init_kwargs.get("data_dir") if isinstance(arguments, InitSettingsSource) else None
    )
    return Path(given or os.environ.get("STALLAGE_DATA_DIR") or DATA_DIR)
