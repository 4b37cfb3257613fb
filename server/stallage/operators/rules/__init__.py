"""Permissions, roles and lifetimes of sign-ins."""
