"""Parameters, request bodies and responses of lists, search and suggestions."""
