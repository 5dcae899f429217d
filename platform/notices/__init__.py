"""Reach people with notices: in their inbox, by mail and by push, as each of them chose."""
