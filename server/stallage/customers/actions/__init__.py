"""What changes customers: addresses, profile, contacts, forgetting."""
