"""Erasure, which takes several transactions and reaches files."""
