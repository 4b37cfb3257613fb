"""Personal data of operators. Erasing a customer does not affect them."""

from __future__ import annotations

from stallage.customers.personal_data import PersonalData, declare

TEAM_RECORDS = "of the team, not of customers; kept while the shop needs to know who did what"

declare(
    PersonalData(
        feature="operators",
        tables={
            "operators": TEAM_RECORDS,
            "operator_sessions": "of the team; deleted within an hour after the session ends",
            "operator_links": "of the team; deleted when used or after 48 hours",
            "operator_passkeys": "of the team; deleted when removed or reset",
            "operator_recovery_codes": "of the team; hashed; deleted when replaced or reset",
            "operator_challenges": "of the team; deleted within an hour after they expire",
            "operator_known_clients": "of the team; hashed; deleted after a year without a sign-in",
            "operator_tokens": "of the team; hashed; kept as a record after they are revoked",
            "audit_entries": "names operators and addresses that changes came from; never changed or deleted",
        },
    )
)
