"""Docfuse for Sphinx and MkDocs: search in the reader's browser, built behind the site."""
