"""Which characters a font file has: its `cmap` table, formats 4 and 12."""

from __future__ import annotations

from struct import iter_unpack, unpack_from


def read_coverage(font: bytes) -> frozenset[int]:
    """Return the code points for which a TrueType or OpenType file has glyphs."""
    tables = {
        tag: offset for tag, _, offset, _ in iter_unpack(">4sLLL", font[12 : 12 + 16 * unpack_from(">H", font, 4)[0]])
    }
    start = tables[b"cmap"]
    count = unpack_from(">H", font, start + 2)[0]
    records = iter_unpack(">HHL", font[start + 4 : start + 4 + 8 * count])
    subtables = {(platform, encoding): start + offset for platform, encoding, offset in records}
    for kind in ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3)):
        if kind in subtables:
            return _read(font, subtables[kind])
    return frozenset()


def _read(font: bytes, start: int) -> frozenset[int]:
    if unpack_from(">H", font, start)[0] == 12:
        groups = unpack_from(">L", font, start + 12)[0]
        spans = iter_unpack(">LLL", font[start + 16 : start + 16 + 12 * groups])
        return frozenset(code for first, last, _ in spans for code in range(first, last + 1))
    double = unpack_from(">H", font, start + 6)[0]
    lasts = unpack_from(f">{double // 2}H", font, start + 14)
    firsts = unpack_from(f">{double // 2}H", font, start + 16 + double)
    return frozenset(code for first, last in zip(firsts, lasts, strict=True) for code in range(first, last + 1)) - {
        0xFFFF
    }
