"""The permissions of operators, and the roles that every shop has."""

from __future__ import annotations

from collections.abc import Mapping

PERMISSIONS: Mapping[str, str] = {
    "orders.read": "See orders, their documents and their timeline",
    "orders.fulfil": "Confirm, pack, ship and deliver orders",
    "orders.edit": "Change items, address and notes of placed orders",
    "orders.cancel": "Cancel orders and items",
    "orders.create": "Create draft orders and send payment links",
    "orders.mark_paid": "Mark orders as paid outside of the payment provider",
    "orders.export": "Export orders",
    "refunds.grant": "Grant refunds for items",
    "refunds.pay": "Pay granted refunds",
    "refunds.goodwill": "Refund amounts without an item",
    "returns.read": "See returns and exchanges",
    "returns.decide": "Approve, refuse and complete returns",
    "customers.read": "See customers",
    "customers.edit": "Change customers and their addresses",
    "customers.export": "Export customers and personal data",
    "customers.erase": "Erase customers",
    "customers.merge": "Merge two customers",
    "wallet.adjust": "Credit and debit wallets",
    "support.read": "See tickets and questions",
    "support.reply": "Answer tickets and questions",
    "notes.write": "Write notes about the records that they may see",
    "reviews.moderate": "Approve and refuse reviews",
    "products.read": "See products",
    "products.edit": "Change products",
    "stock.read": "See stock",
    "stock.edit": "Change stock",
    "promotions.read": "See promo codes and discounts",
    "promotions.edit": "Change promo codes and discounts",
    "content.read": "See pages, blogs and policies",
    "content.edit": "Change pages, blogs and policies",
    "reports.read": "See sales and reports",
    "health.read": "See failed jobs, emails and payments",
    "health.mend": "Retry and discard failed jobs and emails",
    "webhooks.read": "See webhooks and deliveries",
    "webhooks.edit": "Change webhooks and send deliveries again",
    "team.read": "See the team",
    "team.edit": "Invite and remove team members",
    "roles.edit": "Change roles",
    "tokens.edit": "Create access tokens",
    "audit.read": "See the audit log",
    "audit.export": "Export the audit log",
    "settings.read": "See settings",
    "settings.edit": "Change settings",
    "settings.export": "Export the whole shop, with all personal data",
    "settings.import": "Import a whole shop into this one while it is empty",
}
"""Each permission, with what it allows."""

_SELLING = frozenset(
    {
        "orders.read",
        "orders.fulfil",
        "orders.edit",
        "orders.cancel",
        "orders.create",
        "returns.read",
        "returns.decide",
        "refunds.grant",
        "customers.read",
        "notes.write",
        "products.read",
        "stock.read",
        "promotions.read",
    }
)
_READING = frozenset(name for name in PERMISSIONS if name.endswith(".read"))

ROLES: Mapping[str, frozenset[str]] = {
    "owner": frozenset(PERMISSIONS),
    "manager": frozenset(PERMISSIONS)
    - {
        "roles.edit",
        "team.edit",
        "tokens.edit",
        "settings.edit",
        "settings.export",
        "settings.import",
    },
    "catalogue": frozenset(
        {
            "products.read",
            "products.edit",
            "stock.read",
            "stock.edit",
            "promotions.read",
            "promotions.edit",
            "content.read",
            "reports.read",
        }
    ),
    "orders": _SELLING | {"support.read", "health.read"},
    "support": frozenset(
        {
            "orders.read",
            "returns.read",
            "refunds.grant",
            "customers.read",
            "customers.edit",
            "support.read",
            "support.reply",
            "notes.write",
            "reviews.moderate",
            "products.read",
            "stock.read",
        }
    ),
    "content": frozenset(
        {"content.read", "content.edit", "products.read", "promotions.read", "reviews.moderate"}
    ),
    "finance": frozenset(
        {
            "orders.read",
            "orders.mark_paid",
            "orders.export",
            "returns.read",
            "refunds.grant",
            "refunds.pay",
            "refunds.goodwill",
            "customers.read",
            "notes.write",
            "wallet.adjust",
            "reports.read",
            "audit.read",
        }
    ),
    "read-only": _READING - {"audit.read", "team.read", "settings.read"},
}
"""The built-in roles. A shop can add its own."""

SIGNED_IN = "signed_in"
"""A route that every operator may call, such as signing out."""

SESSION = "session"
"""A route that every operator may call, but only with a session: access tokens cannot change accounts."""

PUBLIC = "public"
"""A route without sign-in, such as signing in."""

GROUPS: Mapping[str, str] = {
    "orders": "Orders",
    "refunds": "Refunds",
    "returns": "Returns",
    "customers": "Customers",
    "wallet": "Wallet",
    "support": "Support",
    "notes": "Notes",
    "reviews": "Reviews",
    "products": "Products",
    "stock": "Stock",
    "promotions": "Promotions",
    "content": "Content",
    "reports": "Reports",
    "health": "Health",
    "webhooks": "Webhooks",
    "team": "Team",
    "roles": "Roles",
    "tokens": "Access tokens",
    "audit": "Audit log",
    "settings": "Settings",
}
"""The part of a permission before the dot, as a heading."""

INTERACTIVE_ONLY = frozenset({"team.edit", "roles.edit", "tokens.edit", "settings.import"})
"""Permissions that no access token can have: an app must not make itself more powerful."""


def missing_permissions(requested: frozenset[str], held: frozenset[str]) -> list[str]:
    """Return what somebody who holds `held` may not grant of `requested`."""
    return sorted(requested - held)
