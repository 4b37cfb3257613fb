"""Email addresses of operators."""

from __future__ import annotations

from email_validator import EmailNotValidError, validate_email

from stallage.core.errors import InvalidFields
from stallage.core.schemas import MAX_EMAIL
from stallage.core.validation import message


def operator_email(text: str) -> str:
    """Return an email address in lower case. Raises InvalidFields."""
    try:
        valid = validate_email(
            text.strip(), check_deliverability=False, allow_smtputf8=False, test_environment=True
        )
    except EmailNotValidError as error:
        raise InvalidFields(fields={"email": [message("email", "email")]}) from error
    address = (valid.ascii_email or valid.normalized).lower()
    if len(address) > MAX_EMAIL:
        raise InvalidFields(fields={"email": [message("email", "email")]})
    return address
