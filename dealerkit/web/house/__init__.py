"""A house's own rules: its options as a form, the effect of a change before it is saved, and its papers."""
