"""Formats of a document: Markdown, HTML, PDF and PNG, each from templates that a house may lay its own over."""
