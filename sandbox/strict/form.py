"""Check a request body field by field, and collect all errors in Discord's 50035 error tree."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from sandbox.strict.errors import INVALID_BODY, ApiError, Json

Path = tuple[str | int, ...]


class Form:
    """Complaints about one request body, filed under the path of the field they are about."""

    def __init__(self) -> None:
        self._complaints: list[tuple[Path, str, str]] = []

    def complain(self, path: Path, code: str, message: str) -> None:
        """File a complaint, e.g. `(("content",), "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length.")`."""
        self._complaints.append((path, code, message))

    @property
    def clean(self) -> bool:
        """Whether nobody complained."""
        return not self._complaints

    def settle(self) -> None:
        """Raise 50035 with the tree of all complaints, if there are any."""
        if not self._complaints:
            return
        tree: Json = {}
        for path, code, message in self._complaints:
            node = tree
            for step in path:
                node = node.setdefault(str(step), {})
            node.setdefault("_errors", []).append({"code": code, "message": message})
        raise ApiError(INVALID_BODY, errors=tree)

    def fail(self, path: Path, code: str, message: str) -> None:
        """Complain and raise at once."""
        self.complain(path, code, message)
        self.settle()

    def require(self, path: Path, value: object) -> bool:
        """Whether `value` is there."""
        if value is None:
            self.complain(path, "BASE_TYPE_REQUIRED", "This field is required")
        return value is not None

    def text(self, path: Path, value: object, *, least: int = 0, most: int) -> str | None:
        """`value` as a string of `least` to `most` characters; None if absent or wrong."""
        if value is None:
            return None
        if not isinstance(value, str):
            self.complain(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
            return None
        if len(value) < least or len(value) > most:
            self.length(path, len(value), least=least, most=most)
            return None
        return value

    def length(self, path: Path, size: int, *, least: int = 0, most: int) -> bool:
        """Whether a length is within bounds."""
        if least <= size <= most:
            return True
        if least == 0 or (size > most and least == 1):
            self.complain(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        else:
            self.complain(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        return False

    def integer(self, path: Path, value: object, *, least: int, most: int) -> int | None:
        """`value` as an integer between `least` and `most`; None if absent or wrong."""
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.complain(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return None
        if value < least:
            self.complain(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
            return None
        if value > most:
            self.complain(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
            return None
        return value

    def boolean(self, path: Path, value: object) -> bool | None:
        """`value` as a boolean; None if absent or wrong."""
        if value is None or isinstance(value, bool):
            return value
        self.complain(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
        return None

    def choice(self, path: Path, value: object, allowed: Collection[int]) -> int | None:
        """`value` as one of `allowed`; None if absent or wrong."""
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
            listed = ", ".join(str(one) for one in sorted(allowed))
            self.complain(path, "BASE_TYPE_CHOICES", f"Value must be one of ({listed}).")
            return None
        return value

    def snowflake(self, path: Path, value: object) -> int | None:
        """`value` as an id; None if absent or wrong."""
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if isinstance(value, str) and value.isascii() and value.isdigit():
            return int(value)
        self.complain(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
        return None

    def array(self, path: Path, value: object, *, least: int = 0, most: int) -> list[Any]:
        """`value` as a list of `least` to `most` items; empty if absent or wrong."""
        if value is None:
            return []
        if not isinstance(value, list):
            self.complain(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType.")
            return []
        return value if self.length(path, len(value), least=least, most=most) else []

    def objects(self, path: Path, value: object, *, least: int = 0, most: int) -> Iterator[tuple[Path, Json]]:
        """The objects of a list, each with its own path; what is no object is complained about and left out."""
        for index, item in enumerate(self.array(path, value, least=least, most=most)):
            if isinstance(item, dict):
                yield (*path, index), item
            else:
                self.complain((*path, index), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType.")


def body_of(value: object) -> Json:
    """A request body that must be a JSON object."""
    if isinstance(value, Mapping):
        return dict(value)
    form = Form()
    form.fail((), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType.")
    raise AssertionError
