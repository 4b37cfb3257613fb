"""Reads endpoints, deliveries and the content of messages."""
