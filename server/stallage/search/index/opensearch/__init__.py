"""The search engine's contract with an OpenSearch server that the machines of a shop share."""
