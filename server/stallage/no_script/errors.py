"""Forms that are refused before anything is done."""

from __future__ import annotations


class FormRefused(Exception):
    """A form that is not read; the message is for the visitor."""

    def __init__(self, status: int, message: str) -> None:
        self.status = status
        self.message = message
        super().__init__(message)


class CrossSite(FormRefused):
    """The form was sent from a page of another site."""

    def __init__(self) -> None:
        super().__init__(403, "This form was sent from another website. Please use the shop's own.")


class FormTooLarge(FormRefused):
    """The form has more data than one of the shop's can have."""

    def __init__(self) -> None:
        super().__init__(413, "That is too large to send. Please go back and shorten it.")


class FormUnreadable(FormRefused):
    """The form's data cannot be read."""

    def __init__(self) -> None:
        super().__init__(400, "The form could not be read. Please go back and try again.")
