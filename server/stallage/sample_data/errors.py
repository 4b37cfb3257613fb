"""Errors of sample data."""

from __future__ import annotations

from stallage.core.errors import ApiError


class SampleDataBusy(ApiError):
    """Sample data is being put in or taken out."""

    code = "sample_data_busy"
    status = 409
    message = "The sample data is being changed already. Please wait until that is done."


class SampleDataPresent(ApiError):
    """The sample data is in the shop already."""

    code = "sample_data_present"
    status = 409
    message = "The sample data is in the shop already."


class NoSampleData(ApiError):
    """There is nothing to take out."""

    code = "no_sample_data"
    status = 409
    message = "There is no sample data in the shop."
