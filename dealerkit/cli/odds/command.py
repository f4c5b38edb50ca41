"""`dealerkit odds`: exact counts and chances; for games against the house the edge of every bet, for baccarat with any shoe."""

from __future__ import annotations

import re
from pathlib import Path

import click

from dealerkit.arithmetic.coup import CoupRules
from dealerkit.arithmetic.odds import full_shoe
from dealerkit.cards import Face, read_cards
from dealerkit.cli.common import PAPER_ENDINGS, force_option, json_option, misused, report, rules_option, set_option
from dealerkit.cli.odds.cards import hands, note_unseen, rolled_hand, turned_card
from dealerkit.cli.papers import give
from dealerkit.errors import Impossible, UnknownName
from dealerkit.files.reports import Report
from dealerkit.files.screen_text import count_of
from dealerkit.rules.counted_figures import ODDS
from dealerkit.rules.coups import NEEDED, counted, coup_rules
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load
from dealerkit.rules.rankings import forms
from dealerkit.rules.reports.odds import CoupOdds
from dealerkit.sheets.figure_report import FigureReport

_TAKES = {
    "coup": {"out", "shoe", "player", "banker"},
    "hands": {"out", "hand", "cards"},
    "turned_card": {"out", "hand"},
    "rolled_hand": {"out", "hand", "kill", "beat"},
    "reading": {"paper"},
}
"""Parameters that each kind of odds accepts."""


@click.command()
@click.argument("game")
@click.option("--out", metavar="CARDS", multiple=True, help='Cards already out of the shoe, such as "Ah Kd 7c"; repeatable.')
@click.option(
    "--shoe", metavar="COUNTS", help='The cards left of each rank, such as "A=30 2=31 T=28"; ranks not listed have none.'
)
@click.option("--player", metavar="CARDS", help="The player hand's first two cards, if a coup has started.")
@click.option("--banker", metavar="CARDS", help="The banker hand's first two cards.")
@click.option("--hand", metavar="CARDS", help="The known cards of a hand, in poker and games for a pot.")
@click.option("--cards", type=click.IntRange(1, 7), help="In poker: the size of the full hand. Default: the game's.")
@click.option("--kill", metavar="CARD", help="In Mexican Sweat: the kill card.")
@click.option("--beat", metavar="CARDS", help="In Mexican Sweat: the card or cards to beat.")
@click.option(
    "--paper", type=click.Path(dir_okay=False, path_type=Path), help=f"Against the house: write a file: {PAPER_ENDINGS}."
)
@force_option
@rules_option
@set_option
@json_option
def odds(
    game: str,
    out: tuple[str, ...],
    shoe: str | None,
    player: str | None,
    banker: str | None,
    hand: str | None,
    cards: int | None,
    kill: str | None,
    beat: str | None,
    paper: Path | None,
    force: bool,
    rules: str | None,
    settings: dict[str, str],
    as_json: bool,
) -> None:
    """Work out the exact odds in GAME.

    Baccarat: every possible coup from the shoe, and the edge of each bet, by the rule set's own tableau and pay table. The shoe
    is full unless you name cards already out (--out) or the cards left (--shoe); --player and --banker name first cards already
    dealt. Poker: how often each hand is dealt, with the wild cards in force. Red Dog: a bet with a given hand, or with any hand.
    Mexican Sweat: how the next turn ends. Blackjack: the edge of the rules in force with best play, basic strategy, the dealer's
    totals, and side bets. Three-card poker, casino stud, Mississippi stud: every deal counted; the edge with best and usual
    play, how a round ends, best play, and side bets.

    \b
    dealerkit odds mini-baccarat --set decks=6 --set variant=ez
    dealerkit odds mini-baccarat --out "8h 8d 9c" --player "7h Ks" --banker "2c 3d"
    dealerkit odds draw --set wild=2
    dealerkit odds holdem --hand "Ah Ad"
    dealerkit odds red-dog --hand "Ah 9d 9c 2s" --out "Kd"
    dealerkit odds mexican-sweat --kill Kh --beat 7d
    dealerkit odds three-card-poker --set pair_plus_table=40-30-6-4-1
    """
    played = load(game, rules)
    kind = _kind(played)
    given = click.get_current_context().params
    for name in ("out", "shoe", "player", "banker", "hand", "cards", "kill", "beat", "paper"):
        if given[name] and name not in _TAKES[kind]:
            taken = ", ".join(f"--{option}" for option in sorted(_TAKES[kind]))
            misused(f"--{name} can't be used for {played.title}, which takes {taken}")
    if kind == "reading":
        played = load(game, rules, settings)
        counted_figures = FigureReport(ODDS[played.kind](played))
        if paper is not None:
            give(counted_figures.document(), paper, force=force)
        report(counted_figures, as_json)
        return
    if kind == "coup":
        played = load(game, rules, settings)
        under = coup_rules(played)
        left = _shoe(played, under, out, shoe)
        first = [_first_cards(left, text, f"--{side}") for side, text in (("player", player), ("banker", banker))]
        odds_ = counted(under, left, *first)
        report(CoupOdds(played, odds_, _typed(player), _typed(banker)), as_json)
        return
    answer: Report
    if kind == "hands":
        answer = hands(played, settings, hand or "", out, cards)
    elif kind == "turned_card":
        answer = turned_card(load(game, rules, settings), hand or "", out)
    else:
        answer = rolled_hand(load(game, rules, settings), hand or "", out, kill, beat)
    report(answer, as_json)


def _typed(cards: str | None) -> list[str] | None:
    """Return the first cards of a hand as typed; None if they are not given."""
    return cards.split() if cards else None


def _kind(played: Game) -> str:
    """Return the kind of odds in a game: a key of `_TAKES`.

    Raises:
        Impossible: If no odds can be counted in the game.
    """
    if "reading" in played.data and played.kind in ODDS:
        return "reading"
    if "odds" in played.data:
        return str(played.data["odds"])
    if set(NEEDED) <= set(played.data.get("tables") or ()):
        return "coup"
    if played.id in forms():
        return "hands"
    counted_of = "coups, hands against the house, poker hands, and games in which a card is turned"
    msg = f"no odds for {played.title}; there are odds for {counted_of}"
    raise Impossible(msg)


def _first_cards(left: dict[str, int], text: str | None, option: str) -> tuple[str, str] | None:
    """Read the first two cards of a hand, and take them out of the shoe.

    Raises:
        UsageError: If they are not two known cards.
        Impossible: If the shoe does not have them.
    """
    if text is None:
        return None
    faces = [face for face in read_cards(text) if face is not None]
    if len(faces) != 2 or len(read_cards(text)) != 2:
        misused(f"{option}: name the first two cards of the hand, as {option} '7h Ks'")
    for face in faces:
        _take(left, face)
    return faces[0].letter, faces[1].letter


def _shoe(game: Game, under: CoupRules, out: tuple[str, ...], counts: str | None) -> dict[str, int]:
    """Return the shoe as the number of cards of each rank.

    Args:
        game: The game.
        under: The rules of its coups.
        out: The cards of `--out`.
        counts: The value of `--shoe`; None for a full shoe.

    Raises:
        Impossible: If more cards are removed than the shoe had.
        ActError: If a word is not a card.
        UsageError: If `--shoe` cannot be read.
    """
    gone = note_unseen(read_cards(" ".join(out)))
    if counts is not None:
        left = _counts(counts, under)
    else:
        decks = _decks(game)
        left = full_shoe(under.points, decks)
        for face in set(gone):
            if gone.count(face) > decks:
                msg = f"{count_of(gone.count(face), 'card')} {face} can't be out of a shoe of {count_of(decks, 'deck')}"
                raise Impossible(msg)
    for face in gone:
        _take(left, face)
    return left


def _decks(game: Game) -> int:
    """Return the number of decks in the game's pack."""
    equipment = game.data.get("equipment")
    pack = equipment.get("pack") if isinstance(equipment, dict) else None
    decks = pack.get("decks", 1) if isinstance(pack, dict) else game.options.get("decks", 1)
    return decks if isinstance(decks, int) else 1


def _take(left: dict[str, int], face: Face) -> None:
    """Take a card out of the shoe."""
    if not left.get(face.letter):
        msg = f"the shoe has no {face} left to take out"
        raise Impossible(msg)
    left[face.letter] -= 1


def _counts(text: str, under: CoupRules) -> dict[str, int]:
    """Read `A=30 2=31` as the number of cards of each rank."""
    left: dict[str, int] = {}
    for word in text.replace(",", " ").split():
        match = re.fullmatch(r"(\w+)[=:](\d{1,6})", word)
        if not match:
            misused(f"--shoe: '{word}' is not RANK=COUNT, as in A=30")
        rank = match[1].upper().replace("10", "T")
        if rank not in under.points:
            raise UnknownName(kind="rank", name=match[1], known=under.points)
        if rank in left:
            misused(f"--shoe: {rank} appears twice")
        left[rank] = int(match[2])
    return left
