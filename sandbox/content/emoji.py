"""Which characters Discord accepts as an emoji: Unicode's list, not every symbol."""

from __future__ import annotations

from typing import Final

KEYCAP: Final = "\u20e3"
JOINERS: Final = frozenset("\ufe0f\ufe0e\u200d")
# Code points with Unicode's property Emoji, without digits, `#` and `*` (those only count with a keycap).
_SINGLE: Final = """
a9 ae 203c 2049 2122 2139 2328 23cf 24c2 25b6 25c0 260e 2611 2618 261d 2620 2626 262a 2640 2642 2663 2668 267b 2699
26a7 26c8 26d1 26fd 2702 2705 270f 2712 2714 2716 271d 2721 2728 2744 2747 274c 274e 2757 27a1 27b0 27bf 2b50 2b55
3030 303d 3297 3299 1f004 1f0cf 1f18e 1f21a 1f22f 1f587 1f590 1f5a8 1f5bc 1f5e1 1f5e3 1f5e8 1f5ef 1f5f3 1f6e9 1f6f0
1f7f0
"""
_RANGES: Final = """
2194-2199 21a9-21aa 231a-231b 23e9-23f3 23f8-23fa 25aa-25ab 25fb-25fe 2600-2604 2614-2615 2622-2623 262e-262f
2638-263a 2648-2653 265f-2660 2665-2666 267e-267f 2692-2697 269b-269c 26a0-26a1 26aa-26ab 26b0-26b1 26bd-26be
26c4-26c5 26ce-26cf 26d3-26d4 26e9-26ea 26f0-26f5 26f7-26fa 2708-270d 2733-2734 2753-2755 2763-2764 2795-2797
2934-2935 2b05-2b07 2b1b-2b1c 1f170-1f171 1f17e-1f17f 1f191-1f19a 1f1e6-1f1ff 1f201-1f202 1f232-1f23a 1f250-1f251
1f300-1f321 1f324-1f393 1f396-1f397 1f399-1f39b 1f39e-1f3f0 1f3f3-1f3f5 1f3f7-1f4fd 1f4ff-1f53d 1f549-1f54e
1f550-1f567 1f56f-1f570 1f573-1f57a 1f58a-1f58d 1f595-1f596 1f5a4-1f5a5 1f5b1-1f5b2 1f5c2-1f5c4 1f5d1-1f5d3
1f5dc-1f5de 1f5fa-1f64f 1f680-1f6c5 1f6cb-1f6d2 1f6d5-1f6d7 1f6dc-1f6e5 1f6eb-1f6ec 1f6f3-1f6fc 1f7e0-1f7eb
1f90c-1f93a 1f93c-1f945 1f947-1f9ff 1fa70-1fa7c 1fa80-1fa89 1fa8f-1fac6 1face-1fadc 1fadf-1fae9 1faf0-1faf8
e0020-e007f
"""


def _code_points() -> frozenset[str]:
    points = {chr(int(one, 16)) for one in _SINGLE.split()}
    for span in _RANGES.split():
        first, last = (int(end, 16) for end in span.split("-"))
        points.update(map(chr, range(first, last + 1)))
    return frozenset(points)


EMOJI: Final = _code_points()


def is_emoji(text: str) -> bool:
    """Whether `text` is made of Unicode emoji only, e.g. a flag, a keycap or a joined sequence."""
    bare = [letter for letter in text if letter not in JOINERS]
    if len(bare) == 2 and bare[1] == KEYCAP:
        return bare[0] in "0123456789#*"
    return bool(bare) and all(letter in EMOJI for letter in bare)
