"""Everything that can be said against rule files before a card is dealt."""
