"""Services of webhooks for the apps above."""
