"""Where the pages before and after Razorpay's checkout are."""

from __future__ import annotations

PATH = "/payments/razorpay"
