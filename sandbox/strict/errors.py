"""Errors of the REST API: an HTTP status, a JSON error code and sometimes a tree of field errors."""

from __future__ import annotations

from typing import Any, NamedTuple

Json = dict[str, Any]


class Refusal(NamedTuple):
    """One of Discord's JSON error codes with the status and sentence that go with it."""

    status: int
    code: int
    message: str


UNKNOWN_APPLICATION = Refusal(404, 10002, "Unknown Application")
UNKNOWN_CHANNEL = Refusal(404, 10003, "Unknown Channel")
UNKNOWN_GUILD = Refusal(404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = Refusal(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = Refusal(404, 10008, "Unknown Message")
UNKNOWN_ROLE = Refusal(404, 10011, "Unknown Role")
UNKNOWN_USER = Refusal(404, 10013, "Unknown User")
UNKNOWN_EMOJI = Refusal(400, 10014, "Unknown Emoji")
UNKNOWN_WEBHOOK = Refusal(404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = Refusal(404, 10062, "Unknown interaction")
UNKNOWN_EVENT = Refusal(404, 10070, "Unknown Guild Scheduled Event")
UNKNOWN_TAG = Refusal(404, 10087, "Unknown tag")
UNKNOWN_COMMAND = Refusal(404, 10063, "Unknown application command")
NOT_FOUND = Refusal(404, 0, "404: Not Found")
UNAUTHORIZED = Refusal(401, 0, "401: Unauthorized")
MAX_EVENTS = Refusal(400, 30038, "Maximum number of guild scheduled events reached (100)")
EVENT_STATUS = Refusal(400, 180000, "Cannot update a finished event")
MAX_PINS = Refusal(400, 30003, "Maximum number of pins reached (50)")
MAX_REACTIONS = Refusal(400, 30010, "Maximum number of reactions reached (20)")
OLD_MESSAGE_EDITS = Refusal(
    429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later"
)
FILE_TOO_LARGE = Refusal(413, 40005, "Request entity too large")
MAX_FOLLOWUPS = Refusal(400, 40094, "This interaction has hit the maximum number of follow up messages")
FORUM_MESSAGE = Refusal(400, 40058, "Cannot send a message in a forum channel")
TAG_NAMES = Refusal(400, 40061, "Tag names must be unique")
NO_TAGS = Refusal(400, 40066, "There are no tags available that can be set by non-moderators")
TAG_REQUIRED = Refusal(400, 40067, "A tag is required to create a forum post in this channel")
ALREADY_ACKNOWLEDGED = Refusal(400, 40060, "Interaction has already been acknowledged.")
MISSING_ACCESS = Refusal(403, 50001, "Missing Access")
DM_ACTION = Refusal(403, 50003, "Cannot execute action on a DM channel")
NOT_AUTHOR = Refusal(403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE = Refusal(400, 50006, "Cannot send an empty message")
CANNOT_DM = Refusal(403, 50007, "Cannot send messages to this user")
MISSING_PERMISSIONS = Refusal(403, 50013, "Missing Permissions")
SYSTEM_MESSAGE = Refusal(403, 50021, "Cannot execute action on a system message")
CHANNEL_TYPE = Refusal(400, 50024, "Cannot execute action on this channel type")
INVALID_WEBHOOK_TOKEN = Refusal(401, 50027, "Invalid Webhook Token")
INVALID_BODY = Refusal(400, 50035, "Invalid Form Body")
THREAD_ARCHIVED = Refusal(400, 50083, "Thread is archived")
INVALID_JSON = Refusal(400, 50109, "The request body contains invalid JSON.")
REPLY_WITHOUT_HISTORY = Refusal(400, 160002, "Cannot reply without permission to read message history")
THREAD_EXISTS = Refusal(400, 160004, "A thread has already been created for this message")
THREAD_LOCKED = Refusal(400, 160005, "Thread is locked")
TOO_OLD = Refusal(400, 50034, "You can only bulk delete messages that are under 14 days old.")
SLOWMODE = Refusal(429, 20016, "This action cannot be performed due to slowmode rate limit")


class ApiError(Exception):
    """A request that Discord would refuse.

    `errors` is the 50035 tree (field names nested down to `_errors` lists); `extra` is merged into the body.
    """

    def __init__(self, refusal: Refusal, *, errors: Json | None = None, extra: Json | None = None) -> None:
        super().__init__(f"{refusal.status} {refusal.code}: {refusal.message}")
        self.refusal = refusal
        self.errors = errors
        self.extra = extra or {}

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.refusal.status

    def body(self) -> Json:
        """The JSON body of the answer."""
        body: Json = {"message": self.refusal.message, "code": self.refusal.code} | self.extra
        if self.errors is not None:
            body["errors"] = self.errors
        return body
