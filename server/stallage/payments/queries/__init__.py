"""Queries of payments: top-ups of customers, and payments that need an operator."""

from stallage.payments.queries import order_page

__all__ = ["order_page"]
