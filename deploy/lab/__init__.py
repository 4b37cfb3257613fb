"""A lab on one machine: a shop on several hosts, and faults while shoppers buy.

Each host is a network namespace with the programs of a real one, on a switch that can be unplugged. The
configurations in this folder are plain files that an owner can copy. See docs/reliability.md.
"""
