"""Drawings: cards, tables and the like as our own SVG, for pages, PDF and browser alike. See `Drawing`."""
