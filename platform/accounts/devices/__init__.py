"""The browsers in which somebody is signed in: listed on a page, and signed out there."""
