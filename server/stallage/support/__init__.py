"""Tickets: what a customer asks the shop, and the conversation that follows."""
