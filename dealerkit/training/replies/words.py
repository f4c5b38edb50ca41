"""Replies in letters put in order, and in words spoken at the table."""

from __future__ import annotations

import re
import unicodedata
from typing import ClassVar

import attrs

from dealerkit.files.screen_text import count_of
from dealerkit.training.replies.reply import Reply, Unclear


@attrs.frozen
class OrderReply(Reply):
    """A reply of letters put in order; steps that do not belong are left out.

    Attributes:
        letters: The letters of the things to be put in order.
        all: Whether all of them belong.
    """

    kind: ClassVar[str] = "order"
    letters: str
    all: bool = True

    @property
    def hint(self) -> str:
        """A hint at what can be typed."""
        return "the letters in order" + ("" if self.all else ", without those that do not belong") + ", such as b a c"

    def read(self, typed: str) -> str:
        """Return typed letters in the form in which they are saved; they may be written together or apart.

        Raises:
            Unclear: If a letter appears twice, is missing or is unknown.
        """
        signs = [sign for sign in typed.lower() if not sign.isspace() and sign not in ",;.-"]
        for sign in signs:
            if sign not in self.letters:
                msg = f"'{sign}' is not one of the letters"
                raise Unclear(msg)
        twice = [sign for sign in signs if signs.count(sign) > 1]
        if twice:
            msg = f"'{twice[0]}' appears twice"
            raise Unclear(msg)
        if not signs or (self.all and len(signs) != len(self.letters)):
            msg = f"type all {count_of(len(self.letters), 'letter')}, each once" if self.all else f"type {self.hint}"
            raise Unclear(msg)
        return " ".join(signs)


@attrs.frozen
class WordsReply(Reply):
    """A reply in the words spoken at the table.

    Attributes:
        like: The hint at what can be typed.
    """

    kind: ClassVar[str] = "words"
    like: str = "what you would say"

    @property
    def hint(self) -> str:
        """A hint at what can be typed."""
        return self.like

    def read(self, typed: str) -> str:
        """Return typed words in the form in which they are compared; capitals, punctuation and spaces make no difference.

        Raises:
            Unclear: If nothing was typed, or more than anybody would say.
        """
        text = said(typed)
        if not text or len(text) > _MOST_SAID:
            msg = "type what you would say"
            raise Unclear(msg)
        return text


_MOST_SAID = 2000


def said(text: str) -> str:
    """Return words in the form in which they are compared: lower case, without punctuation and extra spaces.

    >>> said("  Raise,  to 1,200! ")
    'raise to 1200'
    """
    text = re.sub(r"(?<=[0-9]),(?=[0-9]{3})", "", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(re.sub(r"[^\w\s./']|(?<![0-9])\.|\.(?![0-9])", " ", text).replace("-", " ").split())
