"""Renders the storefront's public pages as HTML, by the client's own code in V8."""
