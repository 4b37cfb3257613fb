"""A plug-in of the journeys' shop: settings of each kind, and a screen that shows them.

`shop.sh` puts this folder on the path of Python, where the entry point beside it is found as if the package
were installed. The example to copy is `examples/stallage-stamp-card`.
"""
