"""The look of the storefront as data: colours, type, spacing and corners, in themes that operators edit.

A theme has a draft and a published state. One theme is active, or none for the standard look. Shoppers get
the published state of the active theme within the page itself (`rules.css`), without another request.
"""
