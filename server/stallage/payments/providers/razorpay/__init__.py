"""Razorpay: the shopper pays in Razorpay's hosted checkout (Orders), through Razorpay's official client.

Razorpay knows no end of an order. So the way there is a page of the shop's own, which leads there only
while the order may be paid; money that arrives after the time to pay is not captured; and money that is
captured all the same is handled as a late payment.
"""
