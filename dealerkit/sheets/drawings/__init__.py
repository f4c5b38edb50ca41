"""Drawings of cards, tables and so on, as SVG made here, for web pages, PDF and pictures alike. See `Drawing`."""
