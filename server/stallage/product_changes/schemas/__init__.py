"""Requests and responses of the operators' API of products."""
