"""Payment providers on loopback that speak what Stripe and Razorpay document of their interfaces.

The shop talks to them through the providers' official clients, so what is tested is what is used. They
check what the real ones check: the key, the parameters that are required, amounts, idempotency.
"""
