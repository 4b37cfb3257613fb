"""The sections in which the back office shows settings. Every setting is in exactly one."""

from __future__ import annotations

from collections.abc import Mapping

from stallage.settings.stored import MACHINE_SETTINGS

MACHINE = "machine"
"""The section of settings that cannot be changed in the back office."""

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "general": (
        "shop_name",
        "country",
        "locale",
        "time_zone",
        "phone_country_code",
        "tax_number",
        "reverse_charge",
        "low_stock",
        "prior_price_rule",
        "review_moderation",
        "review_edit_seconds",
        "question_ticket_seconds",
    ),
    "currency": ("currency", "price_rounding", "price_step", "price_ending"),
    "orders": (
        "guest_checkout",
        "phone_required",
        "gift_wrap",
        "gift_wrap_name",
        "gift_wrap_price",
        "return_window_seconds",
        "withdrawal_window_seconds",
        "refund_approval_above",
        "cart_seconds",
        "guest_data_seconds",
        "guest_orders_per_client_hour",
        "guest_orders_per_contact_day",
        "orders_per_customer_hour",
    ),
    "payments": (
        "payment_provider",
        "payment_gateway_mode",
        "stripe_secret_key",
        "stripe_webhook_secret",
        "razorpay_key_id",
        "razorpay_key_secret",
        "razorpay_webhook_secret",
        "cash_on_delivery",
        "cash_on_delivery_code",
        "payment_hold_seconds",
        "payment_timeout_seconds",
        "wallet_topups",
        "topup_min",
        "topup_max",
        "wallet_limit",
    ),
    "email": (
        "smtp_url",
        "mail_from",
        "mail_connections",
        "inbound_email_address",
        "inbound_email_secret",
        "outbox_seconds",
    ),
    "sms": ("sms_provider", "twilio_account", "twilio_token", "twilio_sender"),
    "storage": (
        "storage_url",
        "storage_access_key",
        "storage_secret_key",
        "cdn_endpoint",
        "cdn_fallback_endpoint",
        "unused_upload_seconds",
    ),
    "sign-in": (
        "google_client_id",
        "google_client_secret",
        "google_redirect_uri",
        "otp_seconds",
        "otp_resend_seconds",
        "otp_max_tries",
        "otp_per_address_hour",
        "otp_per_address_hour_strangers",
        "otp_per_client_hour",
        "otp_guesses_per_client_hour",
        "otp_guesses_per_address_client_day",
        "otp_guesses_per_address_day",
        "otp_guesses_elsewhere_day",
        "known_client_seconds",
        "access_token_seconds",
        "refresh_token_seconds",
        "refresh_grace_seconds",
        "session_seconds",
        "contact_proof_seconds",
    ),
    "backups": (
        "backup_time",
        "backup_keep_daily",
        "backup_keep_weekly",
        "idempotency_seconds",
        "job_log_seconds",
    ),
    MACHINE: tuple(sorted(MACHINE_SETTINGS)),
}
"""Section → names, in display order."""

MONEY = frozenset(
    {
        "gift_wrap_price",
        "price_step",
        "refund_approval_above",
        "topup_min",
        "topup_max",
        "wallet_limit",
    }
)
"""Amounts in the minor unit of the shop's currency."""
