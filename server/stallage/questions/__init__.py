"""What customers ask of a product, for all to read, and what the shop or buyers answer.

A question that nobody answers becomes a ticket after a while, so that somebody has to.
"""
