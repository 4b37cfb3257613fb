"""The search index: ranking, filters and facets, by default with tantivy in the data folder.

The index is a cache: it is rebuilt from the database if it is missing, broken or of another version. One
process at a time writes it, and the others open what was committed. Searches return product ids and
counts; everything shown comes from PostgreSQL. Other features use it through the port `engine`, which has two
adapters: `tantivy_engine` in the process, and `opensearch` for a server that machines share.
"""
