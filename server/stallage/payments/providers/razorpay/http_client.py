"""Lets Razorpay's client, which blocks, call with a time limit and without printing."""

from __future__ import annotations

from typing import Any

import requests

from stallage.payments.providers.port import ProviderFailed

MAY_PASS = frozenset({401, 403, 408, 409, 425, 429})
"""Statuses that another try may not meet: a key that was changed, too many calls, one still running."""


class Door(requests.Session):
    """A session whose failures are the port's.

    Razorpay's client prints what goes wrong on the way; an error that it does not know passes through
    it silently. It also takes every 4xx for a bad request.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__()
        # No proxy, no .netrc and no other place of the machine's may change who is asked, and as whom.
        self.trust_env = False
        self._seconds = seconds

    def request(self, *arguments: Any, **options: Any) -> requests.Response:
        """One request. Raises ProviderFailed."""
        options["timeout"] = self._seconds
        options["allow_redirects"] = False
        try:
            response = super().request(*arguments, **options)
            response.json()
        except requests.RequestException as error:
            raise ProviderFailed(f"Razorpay cannot be reached: {type(error).__name__}") from error
        if response.status_code >= 500 or response.status_code in MAY_PASS:
            raise ProviderFailed(f"Razorpay answered {response.status_code}.")
        return response
