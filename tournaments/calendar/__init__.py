"""Calendars to subscribe to (iCalendar, RFC 5545): of a player, of a club, of a tournament."""
