"""Games against the house: boxes with hands, wagers, words and the dealer's own hand."""
