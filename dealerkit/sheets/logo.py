"""The logo of a house: an SVG or PNG file beside the house's own, checked before it is printed."""

from __future__ import annotations

import os
import re
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, NoReturn
from xml.parsers import expat

import attrs

MOST_BYTES: Final = 512 * 1024
MOST_PIXELS: Final = 4000
"""Greatest width and height of a PNG, in pixels: at 300 dots per inch, more than the width of A4."""
MOST_ELEMENTS: Final = 20_000

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_REFUSED: Final = {
    "script", "foreignobject", "iframe", "embed", "object", "audio", "video", "handler", "listener",
    "animate", "animatemotion", "animatetransform", "set",
}  # fmt: skip
"""Elements that a plain picture does not have."""
_LINKS: Final = {"href", "src", "base"}
_ELSEWHERE: Final = re.compile(r"url\(\s*['\"]?\s*(?!#)|@import|expression\(|javascript:", re.IGNORECASE)
_OWN_PART: Final = re.compile(r"\s*(#.*|data:image/(png|jpeg);base64,[A-Za-z0-9+/=\s]*)?", re.DOTALL)


@attrs.frozen
class Logo:
    """A logo that can be printed: the file's bytes, and their type."""

    raw: bytes
    kind: Literal["svg", "png"]


class LogoError(Exception):
    """A file cannot be printed as a logo.

    Attributes:
        message: The problem.
        hint: The advice for its author.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        self.message, self.hint = message, hint
        super().__init__(message)


def read_logo(name: str, folder: Path) -> Logo:
    """Read a logo from a file in a folder or below it.

    Args:
        name: The path of the file, relative to the folder.
        folder: The folder of the house's file.

    Raises:
        LogoError: If it is outside the folder, cannot be read, is too big, is not an image, or would fetch or run something.
    """
    hint = "put the logo in the folder of the house's file, and write its file name"
    try:
        way = Path(os.path.realpath(folder / name))
        if Path(name).is_absolute() or Path(os.path.realpath(folder)) not in way.parents:
            _refuse("the path leads out of the folder of the house's file", hint)
        if way.exists() and not way.is_file():
            _refuse("this is not an ordinary file", hint)
        with way.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
    except FileNotFoundError:
        _refuse("there is no such file", hint)
    except (OSError, ValueError) as error:
        _refuse(f"the logo cannot be read: {getattr(error, 'strerror', None) or error}", hint)
    if len(raw) > MOST_BYTES:
        _refuse(
            f"the file is larger than {MOST_BYTES // 1024} KB", "a logo is printed two centimetres high; make the picture smaller"
        )
    if raw.startswith(_PNG):
        _look_at_png(raw)
        return Logo(raw, "png")
    _look_at_svg(raw)
    return Logo(raw, "svg")


def _look_at_png(raw: bytes) -> None:
    """Check the chunks of a PNG: complete, in order, and not too large a picture.

    Raises:
        LogoError: If it is not a complete PNG, or is too large.
    """
    at, seen = len(_PNG), list[bytes]()
    while at < len(raw):
        size, name = struct.unpack(">I4s", raw[at : at + 8]) if at + 8 <= len(raw) else (0, b"")
        body, check = raw[at + 8 : at + 8 + size], raw[at + 8 + size : at + 12 + size]
        if len(check) < 4 or zlib.crc32(name + body) != int.from_bytes(check, "big"):
            _refuse("the PNG is damaged or torn", "save the picture again")
        if not seen:
            if name != b"IHDR" or size != 13:
                break
            width, height = struct.unpack(">II", body[:8])
            if not (0 < width <= MOST_PIXELS and 0 < height <= MOST_PIXELS):
                _refuse(
                    f"the PNG is {width} by {height} pixels; the maximum is {MOST_PIXELS} on a side", "make the picture smaller"
                )
        seen.append(name)
        at += 12 + size
    if not seen or seen[-1] != b"IEND" or b"IDAT" not in seen:
        _refuse("the PNG is damaged or torn", "save the picture again")


def _look_at_svg(raw: bytes) -> None:
    """Check the elements of an SVG: nothing in it is run, and nothing is fetched from elsewhere.

    Raises:
        LogoError: If it is not an SVG, or is more than a plain picture.
    """
    parser = expat.ParserCreate()
    elements = 0
    in_style = False

    def begins(name: str, given: Mapping[str, str]) -> None:
        nonlocal elements, in_style
        plain = name.rpartition(":")[2].lower()
        elements += 1
        if elements == 1 and plain != "svg":
            _refuse("this is neither an SVG nor a PNG", "save the logo as one of the two")
        if elements > MOST_ELEMENTS:
            _refuse(f"the SVG has more than {MOST_ELEMENTS} elements", "make the picture simpler")
        if plain in _REFUSED:
            _refuse(
                f"line {parser.CurrentLineNumber} of the SVG has <{name}>, which is not part of a picture",
                "remove it from the SVG",
            )
        in_style = plain == "style"
        for key, value in given.items():
            _look_at_attribute(name, key, value, parser.CurrentLineNumber)

    def ends(_name: str) -> None:
        nonlocal in_style
        in_style = False

    def says(words: str) -> None:
        if in_style and _ELSEWHERE.search(words):
            _refuse(f"line {parser.CurrentLineNumber} of the SVG loads something from outside the file", "remove it from the SVG")

    def refuse_doctype(*_: object) -> None:
        _refuse("the SVG has a <!DOCTYPE>, which is not allowed in a logo", "remove the <!DOCTYPE>")

    def refuse_instruction(target: str, _data: str) -> None:
        _refuse(f"the SVG has an instruction for a program (<?{target}?>)", "remove that instruction")

    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begins, ends, says
    parser.StartDoctypeDeclHandler, parser.ProcessingInstructionHandler = refuse_doctype, refuse_instruction
    try:
        parser.Parse(raw, True)  # noqa: FBT003 - expat's parameter for the last piece
    except expat.ExpatError as error:
        where = f": {expat.ErrorString(error.code)} in line {error.lineno}" if elements else ""
        _refuse(f"this is neither an SVG nor a PNG{where}", "save the logo as one of the two")


def _look_at_attribute(element: str, key: str, value: str, line: int) -> None:
    """Check an attribute of an SVG.

    Raises:
        LogoError: If it runs something, or fetches something from elsewhere.
    """
    plain = key.rpartition(":")[2].lower()
    if plain.startswith("on"):
        _refuse(f"line {line} of the SVG has {key}, which runs a program", "remove it from the SVG")
    if (plain in _LINKS and not _OWN_PART.fullmatch(value)) or (not key.startswith("xmlns") and _ELSEWHERE.search(value)):
        _refuse(
            f"line {line} of the SVG loads something from outside the file: {key} of <{element}>",
            "put the picture into the SVG itself",
        )


def _refuse(message: str, hint: str) -> NoReturn:
    raise LogoError(message, hint)
