"""Which messages count as those of the service."""

import base64
import hmac
import json
import os
import random
import time
from datetime import datetime, timezone
from email.message import Message
from unittest import TestCase

from atelier_client import WebhookError, sign_webhook, verify_webhook

from .support import job

KEY = os.urandom(32)
SECRET = "whsec_" + base64.b64encode(KEY).decode()
BODY = json.dumps(
    {"type": "job.completed", "timestamp": "2026-01-01T00:00:00.000Z", "data": job(status="completed", task="“t”")},
    ensure_ascii=False,
)


def signed(body: str, at: float | None = None, key: bytes = KEY) -> dict[str, str]:
    """Headers of a message signed with a key."""
    timestamp = str(int(time.time() if at is None else at))
    digest = hmac.digest(key, f"msg_1.{timestamp}.{body}".encode(), "sha256")
    signature = "v1," + base64.b64encode(digest).decode()
    return {"webhook-id": "msg_1", "webhook-timestamp": timestamp, "webhook-signature": signature}


class Webhooks(TestCase):
    def test_a_message_signed_with_the_secret_is_read_from_the_headers_of_any_framework(self) -> None:
        standard = Message()
        for name, value in signed(BODY).items():
            standard[name.title()] = value
        for headers in (signed(BODY), {name.upper(): value for name, value in signed(BODY).items()}, standard):
            for body in (BODY, BODY.encode()):
                message = verify_webhook(headers, body, secret=SECRET)
                self.assertEqual((message.id, message.type), ("msg_1", "job.completed"))
                self.assertEqual(message.timestamp.year, 2026)
                assert message.job
                self.assertEqual(message.job.status, "completed")

    def test_the_signature_of_the_conventions_example_fits(self) -> None:
        # https://github.com/standard-webhooks/standard-webhooks, signed in January 2021.
        headers = {
            "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp": "1614265330",
            "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        }
        secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        # Its signature fits; its body is no message of this service.
        with self.assertRaisesRegex(WebhookError, "signed, but"):
            verify_webhook(headers, '{"test": 2432232314}', secret=secret, tolerance=float("inf"))

    def test_what_is_signed_here_is_taken_as_a_message_of_the_service(self) -> None:
        for sent_at in (None, datetime.now(timezone.utc)):
            headers = sign_webhook(SECRET, id="msg_1", body=BODY, sent_at=sent_at)
            self.assertEqual(headers, signed(BODY, float(headers["webhook-timestamp"])))
            self.assertEqual(verify_webhook(headers, BODY, secret=SECRET).id, "msg_1")

    def test_a_test_message_has_no_job(self) -> None:
        body = json.dumps({"type": "webhook.test", "timestamp": "2026-01-01T00:00:00.000Z", "data": {}})
        self.assertIsNone(verify_webhook(signed(body), body, secret=SECRET).job)

    def test_one_fitting_signature_of_several_is_enough_as_while_a_secret_is_rotated(self) -> None:
        headers = signed(BODY)
        old = base64.b64encode(os.urandom(32)).decode()
        headers["webhook-signature"] = f"v1,{old} {headers['webhook-signature']}"
        self.assertEqual(verify_webhook(headers, BODY, secret=SECRET).id, "msg_1")

    def test_a_changed_body_another_key_an_old_date_or_a_missing_header_are_refused(self) -> None:
        now = time.time()
        headers = signed(BODY)
        refused: list[tuple[dict[str, str], str, str, str]] = [
            (headers, BODY.replace("completed", "failed"), SECRET, "no signature"),
            (signed(BODY, key=os.urandom(32)), BODY, SECRET, "no signature"),
            (signed(BODY, at=now - 310), BODY, SECRET, "more than 300 seconds from now"),
            (signed(BODY, at=now + 310), BODY, SECRET, "more than 300 seconds from now"),
            *[
                ({**headers, "webhook-timestamp": dated}, BODY, SECRET, "is dated")
                for dated in ("soon", "nan", "9" * 5000, "٣")
            ],
            ({**headers, "webhook-signature": ""}, BODY, SECRET, "has no webhook-signature header"),
            ({}, BODY, SECRET, "has no webhook-id header"),
            (headers, BODY, "whsec_?", "the secret is not"),
            (headers, BODY, "", "the secret is not"),
        ]
        for given, body, secret, reason in refused:
            with self.subTest(reason), self.assertRaisesRegex(WebhookError, reason):
                verify_webhook(given, body, secret=secret)

    def test_no_other_signature_than_the_right_one_is_ever_taken(self) -> None:
        dice = random.Random(7)
        for _ in range(200):
            noise = "".join(chr(dice.randrange(0xE000)) for _ in range(dice.randrange(60)))
            with self.assertRaises(WebhookError):
                verify_webhook({**signed(BODY), "webhook-signature": f"v1,{noise}"}, BODY, secret=SECRET)
