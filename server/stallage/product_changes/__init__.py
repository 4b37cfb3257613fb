"""What operators see and change of products: the list, bulk edits with previews, the editor, versions.

This feature combines what products, stock and pricing know; their actions write.
"""
