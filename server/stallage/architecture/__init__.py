"""The architecture rules as functions over source code; docs/architecture.md gives the reasons.

Stallage's own tests run them on the built-in features, `stallage check-feature` runs them on a plug-in.
Each function returns violations as `feature/module:line what is wrong`.
"""
