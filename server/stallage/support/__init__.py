"""Support tickets: conversations between a customer and the shop."""
