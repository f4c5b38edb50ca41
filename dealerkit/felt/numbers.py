"""Numbers as people write them: whole, or with a decimal point; never a float."""

from __future__ import annotations

from fractions import Fraction

from dealerkit.errors import ActError

Number = int | Fraction


def written(number: Number) -> str:
    """A number as people write it: `5`, `12.5`, `0.25`.

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
    """Read `5`, `12.50`, `1,000`; whole numbers come back as `int`.

    Raises:
        ActError: If it is not a number.
    """
    plain = text.replace(",", "").replace("_", "")
    if not all(c in "0123456789." for c in plain) or not plain or plain == "." or len(plain) > 18:
        msg = f"'{text}' is not a number"
        raise ActError(msg)
    try:
        value = Fraction(plain)
    except ValueError as error:
        msg = f"'{text}' is not a number"
        raise ActError(msg) from error
    return value.numerator if value.denominator == 1 else value
