"""Sends messages to endpoints."""
