"""Pure functions of product imports."""
