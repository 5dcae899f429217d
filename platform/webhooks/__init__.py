"""Webhooks: other programs hear of what happens, by the Standard Webhooks specification."""
