"""The answers of the service. Times are aware datetimes; amounts are display credits unless a comment says otherwise.

The service may add fields and values. The classes leave out fields that this version does not know. A status, code or
name may be one that its Literal does not list.
"""

from .account import *
from .assets import *
from .jobs import *
from .library import *
from .products import *
from .webhooks import *
