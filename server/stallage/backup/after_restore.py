"""What a restored database must not take over from its snapshot.

Between the snapshot and the restore the old shop went on: it sent messages, moved money and gave out
ids that nobody here knows of.
"""

from __future__ import annotations

from stallage.plugins.installed import installed_plugins, load

SAFE_JOBS = (
    "products.build_cards_anew",
    "products.change_prices",
    "products.fetch_pictures",
    "search.index_products",
    "search.suggest_anew",
    "customers.erase_forgotten",
    "invoices.credit_cancelled_exchange",
    "invoices.credit_cancelled_lines",
    "invoices.credit_cancelled_order",
    "invoices.credit_return",
    "invoices.issue_when_paid",
    "invoices.issue_when_sent",
    "orders.claim_orders",
    "payments.apply_stored_webhook_event",
    "payments.ask_when_free",
    "payments.end_other_attempt",
    "payments.end_when_unpaid",
    "recommendations.refresh",
    "support.claim",
    "uploads.delete_forgotten",
    "uploads.make_renditions",
)
"""Jobs that may run a second time: they write only what the database itself or the payment provider
says, or erase a person. Every other job may write to a person or move money, and is held."""

HELD = '{"held": "restore"}'
"""The headers of a held job. Its status is `failed`, which no worker takes up."""

ID_GAP = 1_000_000
"""An access token, a link or a provider's record may carry an id given out after the snapshot. Ids
go on far beyond, so that none comes to mean another customer or order."""


def script() -> str:
    """SQL that runs in the transaction of the restore, so that no worker sees the database without it.

    A new `database_key` makes the search index be built anew. Refunds that were on their way wait for an
    operator as if refused: the provider knows whether they were sent. Plug-ins name their safe jobs in
    `SAFE_AFTER_RESTORE` of their `jobs`.
    """
    of_plugins = [
        job.name
        for plugin in installed_plugins()
        for job in getattr(load(plugin, "jobs"), "SAFE_AFTER_RESTORE", ())
    ]
    names = ", ".join(f"'{name}'" for name in (*SAFE_JOBS, *of_plugins))
    return _SCRIPT.replace("{names}", names)


_SCRIPT = f"""
UPDATE public.catalogue_state SET database_key = gen_random_uuid()::text;
UPDATE public.pgqueuer
    SET status = 'failed', headers = '{HELD}', dedupe_key = NULL, queue_manager_id = NULL, slot = NULL
    WHERE status IN ('queued', 'picked') AND entrypoint NOT IN ({{names}});
UPDATE public.pgqueuer SET status = 'queued', queue_manager_id = NULL, slot = NULL
    WHERE status = 'picked';
DELETE FROM public.pgqueuer_schedules;
UPDATE public.refunds SET state = 'refused', done_at = now() WHERE state = 'wanted';
SELECT setval(format('%I.%I', schemaname, sequencename), last_value + {ID_GAP})
    FROM pg_sequences
    WHERE schemaname = 'public' AND sequencename NOT LIKE 'pgqueuer%' AND last_value IS NOT NULL;
"""
