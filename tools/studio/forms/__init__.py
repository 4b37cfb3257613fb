"""One page of parameters for every product: what it measures, what it is made of, how it stands."""
