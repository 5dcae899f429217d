"""Services of webhooks, as the apps above call them."""
