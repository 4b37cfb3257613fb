"""Newsletter subscriptions with double opt-in.

An address receives the newsletter only after its owner follows the link in a confirmation email.
The response to a sign-up is the same whether or not the address is known.
"""
