"""Clubs in the back door."""

from django.contrib import admin

from clubs.models import Club, Membership

admin.site.register([Club, Membership])
