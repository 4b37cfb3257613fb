"""Requests and responses of changes of orders."""
