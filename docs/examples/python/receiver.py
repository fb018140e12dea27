"""Receives webhooks on port 9000 and prints what they tell."""

import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from atelier import WebhookError, verify_webhook

SECRET = os.environ["WEBHOOK_SECRET"]
seen = set()  # in your database, in earnest


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            message = verify_webhook(self.headers, body, SECRET)
        except WebhookError as refused:
            print(f"refused: {refused}", flush=True)
            self.send_response(400)
        else:
            if self.headers["webhook-id"] not in seen:
                print(message["type"], message["data"].get("status", ""), flush=True)
            seen.add(self.headers["webhook-id"])
            self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        """Says nothing of each request."""


HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver).serve_forever()
