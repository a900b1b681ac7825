"""The form that imports a file: uploaded, or its text pasted."""

from contextlib import closing

from werkzeug.datastructures import FileStorage
from wtforms import BooleanField, FileField, Form, StringField


class ImportForm(Form):
    """A file or its text; `again` opens a sheet a second time that is there already."""

    file = FileField()
    text = StringField(default="")
    again = BooleanField()

    def content(self) -> bytes:
        """The chosen file, or the pasted text where there is none; read once."""
        upload = self.file.data
        if not isinstance(upload, FileStorage) or not upload:
            return (self.text.data or "").encode()
        with closing(upload):
            content: bytes = upload.read()
        return content
