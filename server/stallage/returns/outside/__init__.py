"""What ends an order before it has left the house, and so may have to end a payment session first.

The law of the house wants no outside call while a transaction is open: see `payments.outside`.
"""
