"""JSON as the contract has it: strict on the way in, always valid on the way out.

Only `_json`, the C half of the standard library's parser, is imported here: the package `json`
compiles regular expressions first, which costs a query process more than all of this SDK.
"""

from .read import NotJSONError, copy, decode
from .write import encode, encode_object, kind

__all__ = ["ABSENT", "NotJSONError", "copy", "decode", "encode", "encode_object", "kind"]

ABSENT = object()
"""Stands for no value at all where None would be a JSON null."""
