"""Answers for monitoring: is the process alive, is it ready, is the site well?"""
