"""A stamp card: each order of a customer is a stamp, and a full card earns an email."""
