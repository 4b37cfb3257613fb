"""Shopify's product CSV."""
