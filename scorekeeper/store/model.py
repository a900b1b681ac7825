"""What every table's class is made from."""

from sqlalchemy import MetaData
from sqlalchemy.orm import DeclarativeBase


class Model(DeclarativeBase):
    """A table."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
