"""The dealer's toolkit: procedures, rulings, sheets and records from one source."""

__version__ = "0.1.0"
