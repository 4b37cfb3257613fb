"""The audit log: who changed what, when and from where. Entries are only added.

Actions record what they change, so the operators' API and the command line are covered alike. Changes
that shoppers make are not recorded here.
"""
