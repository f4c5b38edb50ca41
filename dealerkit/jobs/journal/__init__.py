"""The journal: disputes and incidents as they were told, ruled on and signed, each entry tied to the one before by its hash."""
