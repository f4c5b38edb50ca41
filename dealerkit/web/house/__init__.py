"""A house's own rules: its options as a form, what they change before they are kept, and its papers."""
