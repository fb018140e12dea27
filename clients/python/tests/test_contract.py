"""That types, fields and endpoints of the client are those of the service's own description, `/openapi.json`."""

import inspect
import types as builtins
import typing
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from typing import Any
from unittest import TestCase, skipUnless

import httpx

from atelier_client import _calls, inputs, types
from atelier_client._requests import Form
from atelier_client._settings import settings_of

from .test_service import HAS_SERVICE

GROUPS = (
    "Make images and videos",
    "Jobs",
    "Uploads",
    "Products, avatars and presets",
    "Models and account",
    "Webhooks",
)
"""The groups of endpoints that the client offers; the others are for operators and older clients."""

UNUSED = {"POST /images/batch", "GET /media/{}/{}"}
"""Endpoints of these groups that the client has no method for: addresses of media come with results."""

ARGUMENTS: dict[str, Any] = {"form": Form(b"", "", {}), "body": {}, "query": {}, "references": False, "events": None}
"""Values of parameters of calls that are no text."""

UNIONS = (builtins.UnionType, typing.Union)

Json = dict[str, Any]


@skipUnless(HAS_SERVICE, "ATELIER_URL and ATELIER_API_KEY are not set")
class Contract(TestCase):
    document: Json

    @classmethod
    def setUpClass(cls) -> None:
        cls.document = httpx.get(f"{settings_of(None, None, 60).base_url}/openapi.json").json()

    def schema(self, name: str) -> Json:
        found: Json = self.document["components"]["schemas"][name]
        return found

    def test_every_endpoint_for_customers_has_a_call(self) -> None:
        self.assertLessEqual(set(GROUPS), {tag["name"] for tag in self.document["tags"]})
        offered = {
            f"{method.upper()} {_without_names(path)}"
            for path, methods in self.document["paths"].items()
            for method, operation in methods.items()
            if operation["tags"][0] in GROUPS
        }
        self.assertEqual(set(_paths_of_calls()), offered - UNUSED)

    def test_every_answer_has_the_fields_of_its_schema(self) -> None:
        checked = 0
        for name, kind in inspect.getmembers(types, is_dataclass):
            if name in self.document["components"]["schemas"]:
                self._compare_answer(name, kind, self.schema(name))
                checked += 1
        self.assertGreater(checked, 15)

    def test_every_input_has_the_fields_of_its_schema(self) -> None:
        for name in ("VirtualTryOn", "Generate", "Edit", "Inpaint", "Upscale", "Animate", "TextToVideo"):
            self._compare_input(getattr(inputs, f"{name}Input"), self.schema(f"{name}Input"))
        bodies = self.document["paths"]
        for kind, path, method in (
            (inputs.AssetCreation, "/assets", "post"),
            (inputs.AssetChange, "/assets/{id}", "patch"),
        ):
            self._compare_input(kind, bodies[path][method]["requestBody"]["content"]["application/json"]["schema"])
        for filter, path in ((inputs.AssetFilter, "/assets"), (inputs.JobFilter, "/v1/jobs")):
            query = {parameter["name"]: parameter["schema"] for parameter in bodies[path]["get"]["parameters"]}
            known = {name: schema for name, schema in query.items() if name not in ("cursor", "paginated")}
            self._compare_input(filter, {"properties": known})
        for use, path in ((inputs.UploadType, "/images"), (inputs.AssetUploadType, "/assets/{id}/images")):
            form = bodies[path]["post"]["requestBody"]["content"]["multipart/form-data"]["schema"]
            self._compare(use, form["properties"]["type"], path)

    def _compare_answer(self, name: str, kind: Any, schema: Json) -> None:
        self.assertEqual({each.name for each in fields(kind)}, set(schema["properties"]), name)
        for each in fields(kind):
            has_default = each.default is not MISSING or each.default_factory is not MISSING
            self.assertEqual(not has_default, each.name in schema["required"], f"{name}.{each.name} is required")
            if each.name not in schema["required"] and each.default is None:
                # An absent value is None, whether or not the service also sends null.
                self._compare(_without_none(each.type), _without_null(schema["properties"][each.name]), name)
            else:
                self._compare(each.type, schema["properties"][each.name], f"{name}.{each.name}")

    def _compare_input(self, kind: Any, schema: Json) -> None:
        hints = typing.get_type_hints(kind)
        self.assertEqual(set(hints), set(schema["properties"]), kind)
        self.assertEqual(kind.__required_keys__, set(schema.get("required", [])), kind)
        for name, hint in hints.items():
            self._compare(hint, schema["properties"][name], f"{kind.__name__}.{name}")

    def _compare(self, hint: Any, schema: Json, place: str) -> None:
        """Compares the type of one field with its schema."""
        if "$ref" in schema:
            schema = self.schema(schema["$ref"].split("/")[-1])
        arguments = typing.get_args(hint)
        if hint == datetime | str or hint is datetime:
            self.assertEqual(schema.get("format"), "date-time", place)
        elif typing.get_origin(hint) is typing.Literal:
            self.assertEqual(set(arguments), set(schema["enum"]), place)
        elif typing.get_origin(hint) in UNIONS:
            self.assertNotEqual(schema, _without_null(schema), f"{place} may be null")
            self._compare(arguments[0], _without_null(schema), place)
        elif is_dataclass(hint):
            self._compare_answer(place, hint, schema)
        else:
            names = {str: "string", int: "integer", float: "number", bool: "boolean"}
            self.assertEqual(schema.get("type"), names.get(hint, "array" if len(arguments) == 1 else "object"), place)
            if len(arguments) == 1:
                self._compare(arguments[0], schema["items"], place)


def _paths_of_calls() -> set[str]:
    """Method and path of every call, with the parameters taken out."""
    made = set()
    for name, function in inspect.getmembers(_calls, inspect.isfunction):
        if function.__module__ != _calls.__name__ or name.startswith("_") or name in ("result", "submission"):
            continue
        parameters = list(inspect.signature(function).parameters)
        for operation in ("edit", "inpaint", "upscale", "animate") if name == "on_image" else ("operation",):
            given = {**ARGUMENTS, "operation": operation, "key": None}
            call = function(**{each: given.get(each, "{}") for each in parameters})
            made.add(f"{call.method} {call.path.replace('%7B%7D', '{}')}")
    return made


def _without_names(path: str) -> str:
    return "/".join("{}" if part.startswith("{") else part for part in path.split("/"))


def _without_none(hint: Any) -> Any:
    return typing.get_args(hint)[0] if typing.get_origin(hint) in UNIONS else hint


def _without_null(schema: Json) -> Json:
    """A schema without its choice of null, however that is written."""
    choices = [choice for choice in schema.get("anyOf", []) if choice.get("type") != "null"]
    if len(choices) == 1:
        found: Json = choices[0]
        return found
    if isinstance(schema.get("type"), list):
        [kind] = [each for each in schema["type"] if each != "null"]
        return {**schema, "type": kind, **({"enum": [v for v in schema["enum"] if v]} if "enum" in schema else {})}
    return schema
