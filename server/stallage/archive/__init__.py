"""The whole shop in one documented file, to be read without Stallage or to be imported into an empty shop."""
