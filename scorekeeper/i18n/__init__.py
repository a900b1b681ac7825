"""Codes and values to sentences; the sentences lie in translations/, one catalogue a language."""
