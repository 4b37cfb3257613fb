"""Creates operators, and opens and ends their sessions."""

from stallage.operators.actions.accounts import create_operator
from stallage.operators.actions.sessions import open_session, touch

__all__ = ["create_operator", "open_session", "touch"]
