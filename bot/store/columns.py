"""Column types and conventions: names of keys, JSON that may be damaged, numbers that count up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, Index, Integer, MetaData, TypeDecorator, text
from sqlalchemy.engine import Dialect

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Json(TypeDecorator[Any]):
    """JSON that tolerates damage: text that cannot be parsed is returned as it is, so that other rows can be read."""

    impl = JSON
    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any] | None:
        read = super().result_processor(dialect, coltype)

        def tolerant(value: object) -> object:
            try:
                return read(value) if read is not None else value
            except ValueError:
                return value

        return tolerant


SERIAL = BigInteger().with_variant(Integer, "sqlite")


def partial_index(name: str, column: Column[Any], where: str) -> None:
    """Return a partial index on rows that satisfy a condition, for both databases."""
    Index(name, column, sqlite_where=text(where), postgresql_where=text(where))
