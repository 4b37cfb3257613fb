"""Which tables an archive contains.

Every table of Stallage is listed here, and a test fails if one is missing. Tables of plug-ins are always
archived.
"""

from __future__ import annotations

from collections.abc import Mapping

ARCHIVED: Mapping[str, tuple[str, ...]] = {
    "catalogue": (
        *("attributes", "brands", "categories", "collections", "collection_pages"),
        *("collection_products", "feature_sections", "feature_tiles", "past_prices"),
        *("price_roundings", "prior_prices", "product_categories", "product_images"),
        *("product_versions", "products"),
        *("sales", "size_guides", "skus", "sliders", "slug_redirects", "lexicon", "past_orders"),
        *("hidden_queries", "lexicon_state"),
        *("bought_together", "popular_products", "catalogue_state", "search_synonyms"),
        *("search_redirects", "starter_synonyms_off", "swatch_counts"),
        *("sample_records", "sample_runs"),
    ),
    "stock": (
        *("reservations", "stock_count_lines", "stock_counts", "stock_deliveries"),
        *("stock_delivery_lines", "stock_levels", "stock_locations", "stock_movements"),
        *("stock_product_rules", "stock_rules", "stock_transfer_lines", "stock_transfers"),
        *("low_skus", "stock_alert_emails", "stock_alert_recipients", "stock_alert_settings"),
        *("stock_alerts", "stock_category_rules"),
    ),
    "promotions": (
        *("automatic_discounts", "promo_code_batches", "promo_codes", "promo_salt"),
        *("promo_use_buyers", "promo_uses", "gift_cards", "gift_code_entries", "gift_codes"),
        "issued_codes",
    ),
    "customers": (
        *("addresses", "customer_changes", "customer_merges", "customer_overviews", "customers"),
        *("erasures", "google_accounts", "guest_overviews", "cart_gift_cards", "cart_lines"),
        *("wishlist_items", "wishlist_shares", "product_alerts", "newsletter_subscribers"),
        "uploads",
    ),
    "wallet": (
        *("wallet_credits", "wallet_entries", "wallet_movements", "wallet_notes"),
        *("wallet_spendings", "wallet_topups", "wallet_transfers", "wallets"),
    ),
    "orders": (
        *(
            "draft_orders",
            "exchange_refunds",
            "invoice_counters",
            "invoices",
            "order_cancellations",
        ),
        *("order_emails", "order_events", "order_hints", "order_lines", "order_refunds"),
        *("order_manual_payments", "order_manual_refunds"),
        *("order_search", "order_search_pending", "order_states", "order_tenders", "orders"),
        *("parcel_lines", "parcels", "payment_attempts", "payment_webhook_events", "refunds"),
        *("return_instructions", "return_lines", "returns", "withdrawals", "sandbox_sessions"),
        *("payment_dispute_entries", "payment_disputes", "payment_rehearsals"),
        "idempotency_keys",
    ),
    "storefront": (
        *("layout_versions", "old_shop_addresses", "theme_versions", "themes", "url_redirects"),
    ),
    "imports": (
        *("import_file_parts", "import_items", "import_mappings", "import_messages", "import_runs"),
        *("imported_order_lines", "imported_orders"),
    ),
    "support": (
        *("inbound_emails", "notes", "note_mentions", "question_answers", "questions"),
        *("review_reports", "review_votes", "reviews", "saved_replies", "ticket_messages"),
        *("tickets", "undelivered_messages"),
    ),
    "content": (*("blogs", "company_details", "content_versions", "email_texts", "faqs", "pages"),),
    "reports": (
        *("empty_lists", "found_searches"),
        *("failed_searches", "figures_state", "milestones", "order_days", "place_days"),
        *("promo_days", "report_emails", "report_recipients", "report_schedules", "sales_days"),
        *("sku_days", "tax_days", "tender_days", "visit_days"),
    ),
    "settings": (
        *("carriers", "delivery_rates", "delivery_zones", "setting_changes", "shipping_methods"),
        *("shop_settings", "tax_classes", "tax_rates", "webhook_attempts", "webhook_deliveries"),
        *("webhook_endpoints", "webhook_events"),
    ),
    "team": (
        *("audit_entries", "bulk_items", "bulk_jobs", "operator_passkeys"),
        *("operator_recovery_codes", "operator_roles", "operator_tokens", "operators"),
        "saved_views",
    ),
    "jobs": ("pgqueuer",),
}
"""Tables by subject."""

EXCLUDED: Mapping[str, str] = {
    "alembic_version": "archive.json has the revision",
    "archive_exports": "archives are deleted after a day",
    "bulk_file_parts": "exported files are deleted after a week",
    "changed_products": "each search index is built again",
    "changed_stock": "caches are filled again",
    "ended_sign_ins": "sign-ins of shoppers end",
    "health_reports": "the new shop is checked again",
    "known_clients": "sign-ins of shoppers end",
    "limits": "rate limits start again",
    "operator_challenges": "sign-ins in progress end",
    "operator_known_clients": "sessions of operators end",
    "operator_links": "links by email must not work twice",
    "operator_sessions": "sessions of operators end",
    "pgqueuer_log": "history of background jobs",
    "pgqueuer_schedules": "timers start again",
    "pgqueuer_statistics": "history of background jobs",
    "terms_version": "terms that a process holds are read again",
    "presences": "who is looking at which record now",
    "process_heartbeats": "depends on the machine",
    "refresh_tokens": "sign-ins of shoppers end",
    "sign_ins": "sign-ins of shoppers end",
    "untrusted_proxies": "depends on the machine",
    "visit_salts": "counting of visitors starts again",
    "visitors": "counting of visitors starts again",
    "waiting_lines": "lines of shoppers who wait for their turn end",
    "waiting_steps": "how fast they move now",
    "waiting_tickets": "places in them",
    "worker_heartbeats": "depends on the machine",
}
"""Tables that are left out, with the reason. They are empty after an import."""

REVISION_SUFFIX = "alembic_version"
"""Ending of the tables that store revisions, also those of plug-ins."""

QUEUE = "pgqueuer"
QUEUE_COLUMNS = (
    *("id", "priority", "created", "updated", "execute_after", "status", "entrypoint"),
    *("dedupe_key", "payload", "headers", "attempts"),
)
"""The columns of waiting jobs. The others belong to the running worker."""


def is_archived(table: str) -> bool:
    """Whether an archive contains the rows of a table."""
    return table not in EXCLUDED and not table.endswith(REVISION_SUFFIX)
