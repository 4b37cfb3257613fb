"""Settings of the shop in the back office: shown with their source, changed, tried out.

A setting that the environment or `settings.env` sets cannot be changed here, because that source would
still win. Secrets are write-only: responses contain their last characters at most. Running processes
apply a change within seconds (`stallage.reloading`).
"""
