"""A client of Atelier's v1 interface in one file, with nothing but Python's own library (3.9 or later). Copy it."""

import base64
import hashlib
import hmac
import http.client
import json
import mimetypes
import os
import time
import urllib.error
import urllib.request
import uuid


class ApiError(Exception):
    """The service refused a request. Switch on `code`; name `request_id` when you ask for help."""

    def __init__(self, status, code, message, request_id):
        super().__init__(f"{status} {code}: {message}")
        self.status, self.code, self.request_id = status, code, request_id


class WebhookError(Exception):
    """A message that must not be believed."""


class Atelier:
    """One workspace. Submissions may be repeated: each carries an idempotency key."""

    def __init__(self, url, key, tries=4):
        self.url, self.key, self.tries = url.rstrip("/"), key, tries

    def upload(self, path, type="reference"):
        """Uploads a picture and returns its record."""
        boundary = uuid.uuid4().hex
        name = os.path.basename(path).replace('"', "")
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        with open(path, "rb") as file:
            parts = [
                f'--{boundary}\r\nContent-Disposition: form-data; name="type"\r\n\r\n{type}\r\n'.encode(),
                f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\nContent-Type: {kind}\r\n\r\n'.encode(),
                file.read(),
                f"\r\n--{boundary}--\r\n".encode(),
            ]
        head = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
        # An upload that broke off may have been kept: it is sent again only where the service said that it did nothing.
        return self._send("POST", "/images", b"".join(parts), head, repeatable=False)

    def submit(self, operation, body, image_id=None, idempotency_key=None):
        """Asks for work and returns its jobs, one for each output. `operation` is a name such as `virtual_try_on`."""
        order = {"operation": operation, "input": body, **({"image_id": image_id} if image_id else {})}
        head = {"Content-Type": "application/json", "Idempotency-Key": idempotency_key or str(uuid.uuid4())}
        return self._send("POST", "/v1/jobs", json.dumps(order).encode(), head)["jobs"]

    def wait(self, job_id, deadline_seconds=600):
        """Waits until a job has ended, and returns it. The job goes on after a TimeoutError: wait again."""
        end = time.monotonic() + deadline_seconds
        while True:
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"the job {job_id} had not ended after {deadline_seconds} seconds")
            job = self._send("GET", f"/v1/jobs/{job_id}?wait={max(1, min(30, int(left)))}")
            if job["status"] in ("completed", "failed", "policy_blocked"):
                return job

    def download(self, job, path):
        """Writes the result of a completed job to a file."""
        with urllib.request.urlopen(job["result"]["url"], timeout=120) as answer, open(path, "wb") as file:
            file.write(answer.read())

    def _send(self, method, path, body=None, head=None, repeatable=True):
        for attempt in range(1, self.tries + 1):
            request = urllib.request.Request(
                self.url + path, body, {**(head or {}), "Authorization": f"Bearer {self.key}"}, method=method
            )
            pause = 0.3 * 2**attempt
            try:
                with urllib.request.urlopen(request, timeout=120) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as refused:
                error = _error_of(refused)
                did_nothing = error.status in (429, 503) or error.code == "idempotency_in_progress"
                again = did_nothing or (repeatable and error.status >= 500)
                pause = float(refused.headers.get("Retry-After") or pause)
            except (OSError, http.client.HTTPException) as broken:
                error, again = broken, repeatable
            if not again or attempt == self.tries:
                raise error
            time.sleep(min(30, pause))


def _error_of(refused):
    text = refused.read().decode(errors="replace")
    try:
        body = json.loads(text)
    except ValueError:
        body = {}  # something between the service and us answered
    return ApiError(refused.code, body.get("code", "unknown"), body.get("message", text[:200]), body.get("request_id"))


def verify_webhook(head, body, secret, tolerance_seconds=300):
    """Checks a message by the Standard Webhooks convention and returns it. `body` is the bytes as they came."""
    message_id, timestamp = head.get("webhook-id", ""), head.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise WebhookError(f"the message is dated {timestamp or 'never'}")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = head.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(wanted, one) for one in given):
        raise WebhookError("no signature of the message fits the secret")
    return json.loads(body)
