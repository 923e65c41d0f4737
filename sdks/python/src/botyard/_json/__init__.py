"""JSON by the rules of the contract: strict when reading, always valid when writing.

Only `_json`, the C part of the standard library's parser, is imported here. The package `json`
compiles regular expressions, which takes a query process longer than loading this SDK.
"""

from .read import NotJSONError, copy, decode
from .write import encode, encode_object, kind

__all__ = ["ABSENT", "NotJSONError", "copy", "decode", "encode", "encode_object", "kind"]

ABSENT = object()
"""Marks an argument that was not passed, where None would be a JSON null."""
