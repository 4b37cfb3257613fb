"""Webhooks: the shop tells other systems what happens, by signed HTTP requests.

An event is recorded in the transaction in which it happens, if an endpoint subscribes to it. Its payload
is built once and sent to each endpoint. Deliveries about one subject, such as an order, keep their order:
the next one waits until the one before is delivered or given up.
"""
