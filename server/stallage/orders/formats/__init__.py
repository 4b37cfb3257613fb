"""Documents for packing and sending orders."""
