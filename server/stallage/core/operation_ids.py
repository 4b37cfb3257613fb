"""Names of the operations in the OpenAPI documents."""

from __future__ import annotations

from fastapi.routing import APIRoute

from stallage.core.packages import feature_of


def operation_id(route: APIRoute) -> str:
    """`place_order` in `stallage.checkout.routes` → `checkoutPlaceOrder`: stable in clients.

    A router whose forms or bodies need a schema of their own names it after the operation: it gets this as
    its `generate_unique_id_function`.
    """
    words = f"{feature_of(route.endpoint.__module__)}_{route.name}".split("_")
    return words[0] + "".join(word.capitalize() for word in words[1:])
