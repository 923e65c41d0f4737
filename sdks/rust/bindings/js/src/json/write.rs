use super::fault::{Fault, Found, Step};
use crate::{Class, Js, Kind, Text};
use botyard_core::json::{MAX_DEPTH, append_quoted};

/// Writes a value as JSON: non-finite numbers are `null` [JSON-8], `toJSON` is called [JSON-11], a property that is
/// `undefined` is left out, an element that is `undefined` becomes `null`, and a bigint becomes an integer.
pub(crate) fn text_of<J: Js>(value: &J) -> Result<String, Fault<J>> {
    let mut text = Vec::with_capacity(128);
    match write(&mut text, value, "", 0) {
        // Only whole characters are appended.
        Ok(true) => Ok(String::from_utf8(text).unwrap_or_default()),
        Ok(false) => Err(Found::new("undefined").into()),
        Err(found) => Err(found.into()),
    }
}

/// Whether something was appended; nothing is for `undefined`.
type Written<J> = Result<bool, Found<J>>;

fn write<J: Js>(text: &mut Vec<u8>, value: &J, key: &str, depth: usize) -> Written<J> {
    let kind = match write_simple(text, value.kind()) {
        Ok(written) => return Ok(written),
        Err(kind) => kind,
    };
    let hook = value.hook().map_err(Found::thrown)?;
    if hook.kind() != Kind::Function {
        return write_form(text, value, kind, depth);
    }
    // Buffer has a hook, but bytes have no JSON form [JSON-11].
    if kind == Kind::Object && matches!(value.class().map_err(Found::thrown)?, Class::Bytes(_)) {
        return write_form(text, value, kind, depth);
    }
    let form = hook.call(value, key).map_err(Found::thrown)?;
    // A hook of what a hook returns is not called.
    match write_simple(text, form.kind()) {
        Ok(written) => Ok(written),
        Err(kind) => write_form(text, &form, kind, depth),
    }
}

/// Writes a value that can have no hook; the others are given back.
fn write_simple(text: &mut Vec<u8>, kind: Kind) -> Result<bool, Kind> {
    match kind {
        Kind::Undefined => return Ok(false),
        Kind::Boolean(true) => text.extend_from_slice(b"true"),
        Kind::Boolean(false) => text.extend_from_slice(b"false"),
        Kind::Number(number) if number.is_finite() => {
            text.extend_from_slice(ryu_js::Buffer::new().format_finite(number).as_bytes());
        }
        Kind::Null | Kind::Number(_) => text.extend_from_slice(b"null"),
        Kind::Text(content) => append_quoted(text, &content.utf8),
        other => return Err(other),
    }
    Ok(true)
}

fn write_form<J: Js>(text: &mut Vec<u8>, value: &J, kind: Kind, depth: usize) -> Written<J> {
    match kind {
        Kind::BigInt(digits) if digits.parse().is_ok_and(f64::is_finite) => {
            text.extend_from_slice(digits.as_bytes());
        }
        // It could not be read again [JSON-6].
        Kind::BigInt(_) => return Err(Found::new("an integer beyond the range of a double")),
        Kind::Function => return Err(Found::new("a function")),
        Kind::Symbol => return Err(Found::new("a symbol")),
        _ if depth >= MAX_DEPTH => {
            return Err(Found::new(format!("nested deeper than {MAX_DEPTH} levels, or holds itself")));
        }
        _ => match value.class().map_err(Found::thrown)? {
            Class::Array => write_array(text, value, depth + 1)?,
            Class::Plain => write_object(text, value, depth + 1)?,
            Class::Instance(tag) if is_boxed(&tag) => write_boxed(text, value, depth + 1)?,
            Class::Instance(tag) if !OPAQUE.contains(&tag.as_str()) => write_object(text, value, depth + 1)?,
            Class::Bytes(tag) | Class::Instance(tag) => {
                let article = if tag.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
                return Err(Found::new(format!("{article} {tag}")));
            }
        },
    }
    Ok(true)
}

/// Objects of these classes are not empty, although they have no properties of their own.
const OPAQUE: [&str; 14] = [
    "ArrayBuffer",
    "AsyncGenerator",
    "Date",
    "Error",
    "Generator",
    "Map",
    "Promise",
    "RegExp",
    "Set",
    "SharedArrayBuffer",
    "Symbol",
    "WeakMap",
    "WeakRef",
    "WeakSet",
];

fn is_boxed(tag: &str) -> bool {
    matches!(tag, "Number" | "String" | "Boolean" | "BigInt")
}

/// Writes a boxed primitive as its value. It is deeper, because an object may pretend to be the value of itself.
fn write_boxed<J: Js>(text: &mut Vec<u8>, value: &J, depth: usize) -> Result<(), Found<J>> {
    let inner = value.unboxed().map_err(Found::thrown)?;
    if !write(text, &inner, "", depth)? {
        text.extend_from_slice(b"null");
    }
    Ok(())
}

fn write_array<J: Js>(text: &mut Vec<u8>, value: &J, depth: usize) -> Result<(), Found<J>> {
    text.push(b'[');
    let mut index = 0;
    // A hook of an element may change the array.
    while index < value.length().map_err(Found::thrown)? {
        if index > 0 {
            text.push(b',');
        }
        let item = value.element(index).map_err(Found::thrown);
        let written = item.and_then(|item| write(text, &item, &index.to_string(), depth));
        if !written.map_err(|found| found.within(Step::Index(index)))? {
            text.extend_from_slice(b"null");
        }
        index += 1;
    }
    text.push(b']');
    Ok(())
}

fn write_object<J: Js>(text: &mut Vec<u8>, value: &J, depth: usize) -> Result<(), Found<J>> {
    let mut properties = Vec::new();
    for key in value.keys().map_err(Found::thrown)? {
        if let Kind::Text(name) = key.kind() {
            properties.push((name, key));
        }
    }
    if properties.iter().any(|(name, _)| !name.is_well_formed) {
        properties = without_doubles(properties);
    }
    text.push(b'{');
    let mut is_first = true;
    for (Text { utf8: name, .. }, key) in properties {
        let start = text.len();
        if !is_first {
            text.push(b',');
        }
        append_quoted(text, &name);
        text.push(b':');
        let item = value.get(&key).map_err(Found::thrown);
        match item.and_then(|item| write(text, &item, &name, depth)) {
            Ok(true) => is_first = false,
            Ok(false) => text.truncate(start),
            Err(found) => return Err(found.within(Step::Key(name))),
        }
    }
    text.push(b'}');
    Ok(())
}

/// Keys that differ only in lone surrogates become equal: the last of them wins, in the place of the first.
fn without_doubles<J>(properties: Vec<(Text, J)>) -> Vec<(Text, J)> {
    let mut kept: Vec<(Text, J)> = Vec::with_capacity(properties.len());
    for (name, key) in properties {
        match kept.iter_mut().find(|(other, _)| other.utf8 == name.utf8) {
            Some(other) => other.1 = key,
            None => kept.push((name, key)),
        }
    }
    kept
}
