"""Clubs in the back door, to look at: roles are given on the club's page, with an audit entry."""

from django.contrib import admin

from clubs.models import Club, Membership
from doors.looking import LookOnly

admin.site.register([Club, Membership], LookOnly)
