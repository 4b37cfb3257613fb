"""Payment providers on loopback that implement the documented APIs of Stripe and Razorpay.

The shop calls them through the providers' official clients, as in production. They validate what the real
ones validate: the key, required parameters, amounts and idempotency.
"""
