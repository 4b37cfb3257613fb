"""Erasure, which takes several transactions and deletes files."""
