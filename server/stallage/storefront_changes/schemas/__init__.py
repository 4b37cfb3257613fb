"""Requests and responses of the storefront's screens."""
