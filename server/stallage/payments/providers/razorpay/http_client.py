"""The HTTP session of Razorpay's blocking client: with a timeout and the port's errors."""

from __future__ import annotations

from typing import Any

import requests

from stallage.core.tracing import call
from stallage.payments.errors import ProviderFailed

TRANSIENT = frozenset({401, 403, 408, 409, 425, 429})
"""Client errors that a retry may fix: a changed key, rate limits, a call still in progress."""


class StrictSession(requests.Session):
    """A session that raises the port's errors.

    Razorpay's client prints network errors, but passes on those that it does not know. It also treats
    every 4xx response as a bad request.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__()
        # Ignore proxies, .netrc and other settings of the machine.
        self.trust_env = False
        self._seconds = seconds

    def request(self, *arguments: Any, **options: Any) -> requests.Response:
        """Send one request. Raises ProviderFailed."""
        options["timeout"] = self._seconds
        options["allow_redirects"] = False
        try:
            with call("HTTP", "razorpay") as report_status:
                response = super().request(*arguments, **options)
                report_status(response.status_code)
            response.json()
        except requests.RequestException as error:
            raise ProviderFailed(f"Razorpay cannot be reached: {type(error).__name__}") from error
        if response.status_code >= 500 or response.status_code in TRANSIENT:
            raise ProviderFailed(f"Razorpay returned status {response.status_code}.")
        return response
