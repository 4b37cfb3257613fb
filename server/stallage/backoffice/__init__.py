"""The operators' lists, search and figures, which combine the data of all features."""
