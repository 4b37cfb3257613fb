"""Operations on returns that may close a payment first, each call between two transactions."""

# Imported for its declarations.
from stallage.returns.gateway_calls import advancing

__all__ = ["advancing"]
