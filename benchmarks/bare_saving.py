"""The least that Flask and SQLAlchemy can save a form with, as durably as ours.

It finds a row by a secret, counts it on and adds another row with what was sent: what is saved can
be read again, and nothing is known of what it means.
"""

from pathlib import Path
from typing import Any

from flask import Flask, redirect, request
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import JSON, String, event, insert, select, update
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from werkzeug.wrappers import Response

LINK = "secret"


class Base(DeclarativeBase):
    """Tables of a database of their own."""


class Book(Base):
    """What is written in."""

    __tablename__ = "books"
    id: Mapped[int] = mapped_column(primary_key=True)
    link: Mapped[str] = mapped_column(String, unique=True)
    revision: Mapped[int]


class Line(Base):
    """What is written."""

    __tablename__ = "lines"
    id: Mapped[int] = mapped_column(primary_key=True)
    book: Mapped[int] = mapped_column(index=True)
    key: Mapped[str] = mapped_column(String, unique=True)
    data: Mapped[Any] = mapped_column(JSON)


def add_saving(app: Flask, file: Path, synchronous: str) -> None:
    """Give a bare application `POST /save`, which writes into a database in *file*."""
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{file}"
    db = SQLAlchemy(app, model_class=Base)

    @app.post("/save")
    def save() -> Response:
        form = request.form.to_dict()
        with db.engine.begin() as connection:
            book = connection.execute(select(Book.id).where(Book.link == LINK)).scalar_one()
            moved = update(Book).where(Book.id == book).values(revision=Book.revision + 1)
            connection.execute(moved)
            connection.execute(insert(Line).values(book=book, key=form["key"], data=form))
        return redirect("saved", 303)

    def prepare(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(f"PRAGMA synchronous={synchronous}")

    with app.app_context():
        event.listen(db.engine, "connect", prepare)
        Base.metadata.create_all(db.engine)
        if db.session.execute(select(Book)).first() is None:  # a server that was started before
            db.session.add(Book(link=LINK, revision=1))
        db.session.commit()
        db.engine.dispose()
