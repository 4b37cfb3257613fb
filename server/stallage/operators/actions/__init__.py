"""Signs operators in, and changes their accounts, the team, roles and tokens."""

from stallage.operators.actions.accounts import create_operator
from stallage.operators.actions.sessions import open_session, touch

__all__ = ["create_operator", "open_session", "touch"]
