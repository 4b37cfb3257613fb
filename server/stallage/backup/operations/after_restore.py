"""SQL that a restore runs so that the restored shop repeats nothing.

After the backup was made, the old shop continued to send messages, move money and assign ids. The
restored database knows nothing of that.
"""

from __future__ import annotations

from stallage.operators.actions.after_restore import END_SESSIONS
from stallage.payments.actions.after_restore import HOLD_PENDING_REFUNDS
from stallage.plugins.installed import installed_plugins, load
from stallage.products.actions.after_restore import RESET_DATABASE_KEY
from stallage.webhooks.actions.after_restore import DROP_WAITING_DELIVERIES

SAFE_JOBS = (
    "products.rebuild_all_cards",
    "products.change_prices",
    "products.fetch_pictures",
    "search.update_suggestions",
    "search.rebuild_suggestions",
    "customers.erase_forgotten",
    "invoices.credit_cancelled_exchange",
    "invoices.credit_cancelled_lines",
    "invoices.credit_cancelled_order",
    "invoices.credit_refund",
    "invoices.credit_return",
    "invoices.issue_when_paid",
    "invoices.issue_when_shipped",
    "orders.claim_orders",
    "orders.prepare_placed_order",
    "orders.index_shipped_order",
    "payments.apply_stored_webhook_event",
    "payments.poll_attempt_soon",
    "payments.end_other_attempt",
    "payments.end_when_unpaid",
    "recommendations.refresh",
    "support.claim_tickets",
    "uploads.delete_forgotten",
    "uploads.make_renditions",
)
"""Jobs that may run twice: they write only what follows from the database or the payment provider, or
erase a person. All other jobs may send a message or move money and are held."""

HELD = '{"held": "restore"}'
"""Headers of a held job. Its status is `failed`, so no worker runs it."""

ID_GAP = 1_000_000
"""Access tokens, links and records of the payment provider may contain ids assigned after the backup.
New ids start far above them, so that none of them refers to another customer or order."""


def after_restore_sql() -> str:
    """Return the SQL. It runs in the transaction of the restore, before any worker sees the database.

    Plug-ins list their safe jobs in `SAFE_AFTER_RESTORE` of their `jobs` module.
    """
    plugin_jobs = [
        job.name
        for plugin in installed_plugins()
        for job in getattr(load(plugin, "jobs"), "SAFE_AFTER_RESTORE", ())
    ]
    names = ", ".join(f"'{name}'" for name in (*SAFE_JOBS, *plugin_jobs))
    return "\n".join(
        (
            RESET_DATABASE_KEY,
            _HOLD_JOBS.replace("{names}", names),
            HOLD_PENDING_REFUNDS,
            END_SESSIONS,
            DROP_WAITING_DELIVERIES,
            _SKIP_IDS,
        )
    )


_HOLD_JOBS = f"""
UPDATE public.pgqueuer
    SET status = 'failed', headers = '{HELD}', dedupe_key = NULL, queue_manager_id = NULL, slot = NULL
    WHERE status IN ('queued', 'picked') AND entrypoint NOT IN ({{names}});
UPDATE public.pgqueuer SET status = 'queued', queue_manager_id = NULL, slot = NULL
    WHERE status = 'picked';
DELETE FROM public.pgqueuer_schedules;
"""

_SKIP_IDS = f"""
SELECT setval(format('%I.%I', schemaname, sequencename), last_value + {ID_GAP})
    FROM pg_sequences
    WHERE schemaname = 'public' AND sequencename NOT LIKE 'pgqueuer%' AND last_value IS NOT NULL;
"""
