"""Razorpay, through its official client: the shopper pays in its hosted checkout (Orders).

Razorpay orders cannot be ended. So a page of the shop leads to the checkout, only while the order can be
paid; money that arrives later is not captured; and if it is captured anyway, it is a late payment.
"""
