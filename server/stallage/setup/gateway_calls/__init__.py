"""Tries settings out at the services that they are for."""
