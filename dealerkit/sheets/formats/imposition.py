"""The order of pages for a booklet that is folded and stapled, two pages a side."""

from __future__ import annotations


def sides(pages: int) -> tuple[tuple[int, int], ...]:
    """Return the pages on each side of each sheet, left and right; 0 for an empty one.

    Two consecutive sides are the front and the back of a sheet, turned over at its short edge. Sheets are nested, the first
    outermost.

    >>> sides(8)
    ((8, 1), (2, 7), (6, 3), (4, 5))
    >>> sides(2)
    ((0, 1), (2, 0))
    """
    whole = -(-pages // 4) * 4

    def there(page: int) -> int:
        return page if page <= pages else 0

    sheets = []
    for at in range(whole // 2):
        low, high = there(at + 1), there(whole - at)
        sheets.append((high, low) if at % 2 == 0 else (low, high))
    return tuple(sheets)
