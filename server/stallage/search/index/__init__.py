"""The search index: ranking, filters and facets with tantivy, in the data folder.

The index is a cache: it is rebuilt from the database if it is missing, broken or of another version. One
process at a time writes it, and the others open what was committed. Searches return product ids and
counts; everything shown comes from PostgreSQL. To use a search server, replace the functions `find` and
`count_facets` and the class `IndexWriter`.
"""
