"""Hosts and addresses as plain values: of this program, and what of them no log may say."""
