"""JSON of the operators' API of stock."""
