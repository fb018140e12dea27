"""Pictures that are uploaded and results that are written."""

import io
import os
import tempfile
from email import message_from_bytes
from pathlib import Path
from typing import Any
from unittest import TestCase

from atelier_client import ApiConnectionError, Job, JobFailedError
from atelier_client._decode import decode

from .support import DROPPED, JOB_ID, Answer, Scene, as_json, both_clients, image_record, job, refusal


def parts(content_type: str, body: bytes) -> list[tuple[str, str, bytes]]:
    """Name, file name and content of each part of a form."""
    form = message_from_bytes(b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + body)
    return [
        (
            str(part.get_param("name", header="content-disposition")),
            str(part.get_filename("")),
            bytes(part.get_payload(decode=True)),
        )
        for part in form.walk()
        if not part.is_multipart()
    ]


def completed(url: str) -> Job:
    result = {"id": JOB_ID, "image_id": JOB_ID, "url": url, "width": 1, "height": 1, "type": "image"}
    return decode(Job, job(status="completed", result=result))


ZIP = Answer(200, b"a" * 100_000, {"content-type": "application/zip"}, piece=10_000)


class Files(TestCase):
    def setUp(self) -> None:
        self.enterContext(folder := tempfile.TemporaryDirectory())
        self.folder = Path(folder.name)

    @both_clients(as_json(image_record(), 201))
    def test_a_picture_of_any_kind_is_uploaded_as_a_form_the_type_before_the_file(self, at: Scene) -> None:
        path = self.folder / "shirt.png"
        path.write_bytes(b"picture")
        pictures: list[tuple[Any, str]] = [
            (path, "shirt.png"),
            (str(path), "shirt.png"),
            (b"picture", "picture"),
            (bytearray(b"picture"), "picture"),
            (io.BytesIO(b"picture"), "picture"),
        ]
        for picture, name in pictures:
            at.client.upload(picture, type="virtual-try-on-outfit")
            sent = parts(at.seen[-1].headers["content-type"], at.seen[-1].body)
            self.assertEqual(sent, [("type", "", b"virtual-try-on-outfit"), ("file", name, b"picture")])
        at.client.upload(path, file_name="other.png")
        self.assertEqual(parts(at.seen[-1].headers["content-type"], at.seen[-1].body)[0][:2], ("file", "other.png"))

    @both_clients()
    def test_a_file_opened_for_text_is_refused_with_a_sentence(self, at: Scene) -> None:
        with self.assertRaisesRegex(TypeError, "Open it with the mode 'rb'"):
            at.client.upload(io.StringIO("picture"))
        with self.assertRaises(FileNotFoundError):
            at.client.upload(self.folder / "missing.png")
        self.assertEqual(at.seen, [])

    @both_clients(DROPPED, refusal(503), Answer(200, b"pic", missing=4), Answer(200, b"picture"))
    def test_a_download_is_tried_again_sends_no_key_and_leaves_nothing_but_the_whole_file(self, at: Scene) -> None:
        source = completed(f"{at.server.url}/media/a.png?signature=s")
        path = self.folder / "dressed.png"
        path.write_bytes(b"an older picture")
        at.client.download(source, path)
        self.assertEqual(path.read_bytes(), b"picture")
        self.assertEqual(at.asked(), ["GET /media/a.png?signature=s"] * 4)
        self.assertFalse(any("authorization" in request.headers for request in at.seen))
        with self.assertRaises(FileNotFoundError):
            at.client.download(source.result, self.folder / "missing" / "a.png")
        os.mkdir(self.folder / "taken")
        with self.assertRaises(OSError):
            at.client.download(source, self.folder / "taken")
        self.assertEqual(sorted(os.listdir(self.folder)), ["dressed.png", "taken"])
        os.rmdir(self.folder / "taken")

    @both_clients()
    def test_a_download_of_a_job_without_a_result_says_why_it_has_none(self, at: Scene) -> None:
        error = {"code": "input_rejected", "message": "The mask is empty."}
        failed = decode(Job, job(status="failed", error=error))
        for take in (at.client.bytes, lambda source: at.client.download(source, self.folder / "a.png")):
            with self.assertRaises(JobFailedError) as caught:
                take(failed)
            self.assertEqual(caught.exception.job, failed)
            message = f"the job {JOB_ID} has no result; input_rejected: The mask is empty."
            self.assertEqual(str(caught.exception), message)

    @both_clients(Answer(307, b"", {"location": "/moved.png"}), Answer(200, b"picture"))
    def test_a_result_that_has_moved_is_followed(self, at: Scene) -> None:
        self.assertEqual(at.client.bytes(completed(f"{at.server.url}/media/a.png")), b"picture")

    @both_clients(DROPPED, refusal(503), ZIP)
    def test_an_export_is_asked_for_again_and_streamed_into_a_file(self, at: Scene) -> None:
        path = self.folder / "autumn.zip"
        at.client.exports.collection("a/b", path, format="shopify", review="approved")
        self.assertEqual(at.asked(), ["GET /v1/collections/a%2Fb/export?format=shopify&review=approved"] * 3)
        self.assertEqual(path.read_bytes(), ZIP.body)

    @both_clients(Answer(200, b"a" * 100_000, missing=9))
    def test_an_export_that_breaks_off_keeps_the_older_file_and_leaves_nothing_else(self, at: Scene) -> None:
        path = self.folder / "autumn.zip"
        path.write_bytes(b"older")
        with self.assertRaisesRegex(ApiConnectionError, "ended the export early"):
            at.client.exports.collection(JOB_ID, path)
        self.assertEqual([(each.name, each.read_bytes()) for each in self.folder.iterdir()], [(path.name, b"older")])

    @both_clients(as_json(image_record(), 201))
    def test_an_image_of_a_product_is_uploaded_with_its_source_and_view(self, at: Scene) -> None:
        at.client.products.upload_image(JOB_ID, b"picture", source="front.webp", view="front")
        sent = parts(at.seen[-1].headers["content-type"], at.seen[-1].body)
        self.assertEqual([each[0] for each in sent], ["catalogue_source", "catalogue_view", "file"])
