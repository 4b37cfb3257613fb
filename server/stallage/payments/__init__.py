"""Online payments and refunds through payment providers.

Rules:

1. Only the provider decides whether something was paid: through a signed webhook event, or when the shop
   asks it. What a browser sends proves nothing.
2. Providers are called outside of transactions: write and commit, call with an idempotency key, write the
   result. If the process dies in between, a timer resumes the work.
3. An order has at most one open payment attempt. An unpaid order ends after its time to pay: first the
   provider's session, so that nobody can pay any more, then the order. Its units return to stock once.
4. `rules.decisions.decide` alone decides what a payment does to its order, under the order's row lock.
   Webhook events may arrive twice, late, out of order or never; forged ones are rejected.
5. Money for an order that has ended revives the order if it ended unpaid and all its units are still in
   stock. Otherwise the money is refunded.
"""
