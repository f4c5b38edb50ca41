"""A house's own rules: its options as a form, the effects of a change before it is saved, and its printed rules."""
