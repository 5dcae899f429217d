"""Webhooks tell other programs what happens, by the Standard Webhooks specification."""
