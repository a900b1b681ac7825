"""Forms of one button or one choice on a sheet's pages."""

from wtforms import BooleanField, Form, StringField


class YesNoField(StringField):
    """A hidden field that is sent as 1 or 0."""

    @property
    def yes(self) -> bool:
        """Whether it was sent as 1."""
        return self.data == "1"


class StopForm(Form):
    """The table stops here (`closed` is 1), or goes on after all."""

    closed = YesNoField()


class PutAwayForm(Form):
    """The sheet is put away (`away` is 1), or fetched back."""

    away = YesNoField()


class HolderForm(Form):
    """Who holds this phone; empty for nobody."""

    holder = StringField(default="")


class ConfirmForm(Form):
    """Sent with a change whose consequences were looked at on a page of their own."""

    confirmed = BooleanField()


class RemoveForm(Form):
    """Sent by the button that takes away what the other fields are about."""

    remove = BooleanField()
