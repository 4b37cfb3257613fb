"""Money that comes in by a provider, and goes back by one.

Rules of payments:

1. Whether something was paid is known from the provider's signed notice or from asking the provider,
   never from what a browser says.
2. A provider is called outside of any transaction: write and commit, call with a key that makes the
   call repeatable, write the result. Whatever dies in between is taken up again by a timer.
3. An order has at most one open attempt. An order that is not paid in time ends: first the provider's
   session, so that nobody pays for what is given back, then the order, and its units go back into
   stock once.
4. What a payment does to its order is decided in one function (`rules.decide`) under the order's row
   lock. A notice may come twice, late, out of order or never; a forged one is refused.
5. A payment for an order that has ended revives it where it ended for want of payment and all units
   are still there; otherwise the money goes back to where it came from.
"""
