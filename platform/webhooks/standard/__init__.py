"""Pure rules of webhooks: what may be told, to which computers, and when it is tried again."""

from webhooks.standard.hosts import is_public as is_public
from webhooks.standard.kinds import KINDS as KINDS
from webhooks.standard.kinds import TEST as TEST
from webhooks.standard.retries import GIVE_UP_AFTER as GIVE_UP_AFTER
from webhooks.standard.retries import TRIES as TRIES
from webhooks.standard.retries import wait_after as wait_after
