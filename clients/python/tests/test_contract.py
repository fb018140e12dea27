"""That types, fields and endpoints of the client are those of the service's own description, `/openapi.json`."""

import inspect
import types as builtins
import typing
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from importlib import import_module
from pkgutil import iter_modules
from typing import Any
from unittest import TestCase, skipUnless

import httpx

from atelier_client import _calls, inputs, resources, types
from atelier_client._requests import Call, Form
from atelier_client._settings import settings_of

from .test_service import HAS_SERVICE

GROUPS = (
    "Make images and videos",
    "Jobs",
    "Uploads",
    "Library",
    "Export and review links",
    "Products, avatars and presets",
    "Catalogue",
    "Looks and shoots",
    "Models and account",
    "Webhooks",
    "Keys and usage",
)
"""The groups of endpoints that the client offers; the others are for operators and older clients."""

UNUSED = {
    "POST /images/batch",
    "GET /media/{}/{}",
    "GET /media/{}/thumbnail/{}",
    "PATCH /v1/images/{}",
    "DELETE /v1/images/{}",
    "GET /v1/reviews/{}",
    "GET /v1/reviews/{}/images/{}/file",
    "GET /v1/reviews/{}/images/{}/thumbnail",
    "POST /v1/reviews/{}/images/{}/comments",
}
"""Endpoints of these groups that the client has no method for.

Addresses of media come with results, other calls do the same for many images, and a page reads review links.
"""

FLAGS = ("references", "leave_none")
ARGUMENTS: dict[str, Any] = {"form": Form(b"", "", {}), "body": {}, "query": {}, "events": None, **dict.fromkeys(FLAGS)}
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

    def _resolved(self, schema: Json) -> Json:
        return self.schema(schema["$ref"].split("/")[-1]) if "$ref" in schema else schema

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
        self.assertGreater(checked, 30)

    def test_every_input_has_the_fields_of_its_schema(self) -> None:
        for name in ("VirtualTryOn", "Generate", "Edit", "Inpaint", "Upscale", "Animate", "TextToVideo"):
            self._compare_input(getattr(inputs, f"{name}Input"), self.schema(f"{name}Input"))
        bodies = self.document["paths"]
        for kind, path, method in (
            (inputs.AssetCreation, "/assets", "post"),
            (inputs.AssetChange, "/assets/{id}", "patch"),
            (inputs.ProductSaving, "/v1/products", "post"),
            (inputs.AssetImageFetch, "/v1/assets/{id}/images", "post"),
            (inputs.LookCreation, "/v1/looks", "post"),
            (inputs.LookChange, "/v1/looks/{id}", "patch"),
            (inputs.ShootCreation, "/v1/shoots", "post"),
            (inputs.KeyCreation, "/v1/keys", "post"),
            (inputs.KeyChange, "/v1/keys/{id}", "patch"),
            (inputs.ExportFormatCreation, "/v1/export-formats", "post"),
            (inputs.ExportFormatChange, "/v1/export-formats/{id}", "patch"),
        ):
            schema = bodies[path][method]["requestBody"]["content"]["application/json"]["schema"]
            self._compare_input(kind, self._resolved(schema))
        for filter, path in (
            (inputs.AssetFilter, "/assets"),
            (inputs.JobFilter, "/v1/jobs"),
            (inputs.LibraryFilter, "/v1/images"),
        ):
            query = {parameter["name"]: parameter["schema"] for parameter in bodies[path]["get"]["parameters"]}
            known = {name: schema for name, schema in query.items() if name not in ("cursor", "paginated", "count")}
            self._compare_input(filter, {"properties": known})
        for use, path in ((inputs.UploadType, "/images"), (inputs.AssetUploadType, "/assets/{id}/images")):
            form = bodies[path]["post"]["requestBody"]["content"]["multipart/form-data"]["schema"]
            self._compare(use, form["properties"]["type"], path)

    def _compare_answer(self, name: str, kind: Any, schema: Json) -> None:
        known = {each.name.rstrip("_"): each for each in fields(kind)}
        self.assertEqual(set(known), set(schema["properties"]), name)
        for sent, each in known.items():
            has_default = each.default is not MISSING or each.default_factory is not MISSING
            self.assertEqual(not has_default, sent in schema["required"], f"{name}.{sent} is required")
            if sent not in schema["required"] and each.default is None:
                # An absent value is None, whether or not the service also sends null.
                self._compare(_without_none(each.type), _without_null(schema["properties"][sent]), name)
            else:
                self._compare(each.type, schema["properties"][sent], f"{name}.{sent}")

    def _compare_input(self, kind: Any, schema: Json) -> None:
        hints = typing.get_type_hints(kind)
        self.assertEqual(set(hints), set(schema["properties"]), kind)
        self.assertEqual(kind.__required_keys__, set(schema.get("required", [])), kind)
        for name, hint in hints.items():
            self._compare(hint, schema["properties"][name], f"{kind.__name__}.{name}")

    def _compare(self, hint: Any, schema: Json, place: str) -> None:
        """Compares the type of one field with its schema."""
        schema = self._resolved(schema)
        arguments = typing.get_args(hint)
        if hint == datetime | str or hint is datetime:
            self.assertEqual(schema.get("format"), "date-time", place)
        elif typing.get_origin(hint) is typing.Literal:
            self.assertEqual(set(arguments), set(schema["enum"] if "enum" in schema else [schema.get("const")]), place)
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
    modules = [import_module(f"{resources.__name__}.{each.name}") for each in iter_modules(resources.__path__)]
    functions = [each for module in (_calls, *modules) for each in inspect.getmembers(module, inspect.isfunction)]
    for name, function in functions:
        answer = inspect.signature(function).return_annotation
        if typing.get_origin(answer) is not Call or name in ("result", "submission"):
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
