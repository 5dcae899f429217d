"""Services of webhooks, as the apps above call them."""

from webhooks.services.delivering import DELIVER as DELIVER
from webhooks.services.delivering import do_deliver as do_deliver
from webhooks.services.delivering import send_again as send_again
from webhooks.services.delivering import try_out as try_out
from webhooks.services.endpoints import Refused as Refused
from webhooks.services.endpoints import add as add
from webhooks.services.endpoints import change as change
from webhooks.services.endpoints import remove as remove
from webhooks.services.endpoints import rotate as rotate
from webhooks.services.sending import forget_old_messages as forget_old_messages
from webhooks.services.sending import send as send
