"""Rules about products, without database, clock or network."""
