"""The fake gateways of the tests of payments."""

from __future__ import annotations

from tests.payments.conftest import gateway, gateway_shop, pytest_generate_tests

__all__ = ["gateway", "gateway_shop", "pytest_generate_tests"]
