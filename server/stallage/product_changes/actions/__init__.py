"""Saves products for operators, and records their versions."""

from stallage.product_changes.actions.recording import record_version
from stallage.product_changes.actions.saving import add_product, save_product
from stallage.product_changes.actions.versions import restore_version

__all__ = ["add_product", "record_version", "restore_version", "save_product"]
