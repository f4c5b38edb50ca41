"""Numbers as people write them: whole, or with a decimal point; never a float."""

from __future__ import annotations

from fractions import Fraction

from dealerkit.errors import ActError

Number = int | Fraction
_MOST_DIGITS = 18


def is_whole(word: str) -> bool:
    """Return whether a word is a whole number in the digits 0 to 9, short enough for `int`.

    `str.isdigit` also accepts characters such as a raised two, which `int` refuses.

    >>> is_whole("12"), is_whole("²"), is_whole("-1"), is_whole("9" * 5000)
    (True, False, False, False)
    """
    return word.isascii() and word.isdecimal() and len(word) <= _MOST_DIGITS


def written(number: Number) -> str:
    """Return a number as people write it: `5`, `12.5`, `0.25`.

    >>> written(Fraction(25, 2))
    '12.5'
    """
    if isinstance(number, int):
        return str(number)
    if number.denominator == 1:
        return str(number.numerator)
    places = 1
    while places < 12 and (number * 10**places).denominator != 1:
        places += 1
    whole = abs(number) * 10**places
    digits = str(whole.numerator // whole.denominator).rjust(places + 1, "0")
    return ("-" if number < 0 else "") + digits[:-places] + "." + digits[-places:]


def read_number(text: str) -> Number:
    """Return the number in `5`, `12.50` or `1,000`; a whole number as `int`, any other as `Fraction`.

    Raises:
        ActError: If the text is not a number.
    """
    plain = text.replace(",", "").replace("_", "")
    if len(plain) > 18 and all(c in "0123456789." for c in plain):
        msg = f"'{text[:18]}...' is too long for a number"
        raise ActError(msg)
    if not all(c in "0123456789." for c in plain) or not plain or plain == ".":
        msg = f"'{text}' is not a number"
        raise ActError(msg)
    try:
        value = Fraction(plain)
    except ValueError as error:
        msg = f"'{text}' is not a number"
        raise ActError(msg) from error
    return value.numerator if value.denominator == 1 else value


MANY_CHIPS = 1000


def read_chips(text: str) -> tuple[Number, ...]:
    """Return the amounts that one motion moves: `500+100`, `5x100` for five of a hundred, `25`.

    Raises:
        ActError: If the text is not such an amount, or has more chips than two hands can move.

    >>> read_chips("2x500+100"), read_chips("12.50")
    ((500, 500, 100), (Fraction(25, 2),))
    """
    chips: list[Number] = []
    for part in text.lower().split("+"):
        count, times, value = part.rpartition("x")
        number = read_number(value)
        if times and not (is_whole(count) and 0 < int(count) <= MANY_CHIPS - len(chips)):
            msg = f"'{part}' is not a list of chips; type five hundreds as 5x100"
            raise ActError(msg)
        chips += [number] * (int(count) if times else 1)
    return tuple(chips)
