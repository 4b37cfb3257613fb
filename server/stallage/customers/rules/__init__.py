"""Rules of contacts, birthdays, addresses and tax ids."""
