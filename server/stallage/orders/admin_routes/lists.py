"""Lists of orders for operators."""

from __future__ import annotations

from stallage.operators.dependencies import AdminRouter

router = AdminRouter(tag="orders")
