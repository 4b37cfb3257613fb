"""Rules of payments: what an outcome does, amounts in providers' units, and which providers are usable."""
