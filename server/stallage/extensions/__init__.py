"""Installed plug-ins in the back office: what they add, their settings, their screens, their problems.

Installing one is a matter of the environment that the shop runs in, see docs/extending.md. Settings of
plug-ins are stored like those of the shop, by the name `feature.field`.
"""
