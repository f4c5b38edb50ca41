"""The table: deal with your hands, by keys or in words."""
