"""The form that imports a file: uploaded, or its text pasted."""

from contextlib import closing

from werkzeug.datastructures import FileStorage
from wtforms import BooleanField, Form, StringField


class ImportForm(Form):
    """A file or its text; `again` opens a sheet a second time that is there already."""

    text = StringField(default="")
    again = BooleanField()

    def content(self, upload: FileStorage | None) -> bytes:
        """The uploaded file, or the pasted text where there is none; read once."""
        if not upload:
            return (self.text.data or "").encode()
        with closing(upload):
            content: bytes = upload.read()
        return content
