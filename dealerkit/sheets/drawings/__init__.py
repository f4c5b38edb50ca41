"""Drawings: cards, tables and the like as SVG of our own, for pages, PDF and browser alike. See `Drawing`."""
