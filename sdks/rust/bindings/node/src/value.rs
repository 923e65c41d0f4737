use botyard_core_js::{Answer, Class, Js, Kind, Refusal, Text};
use napi::bindgen_prelude::{FromNapiValue, ToNapiValue, TypeName};
use napi::{ValueType, sys};
use std::ffi::{CStr, c_void};
use std::ptr::null_mut;

// SAFETY of the calls of Node-API in this file:
//
// - `env` and the values are those of the call from JavaScript that is running, or were made by Node-API during it, so
//   they are alive: all functions of this crate are synchronous, and none keeps a `Value`.
// - Node-API checks values for null and for their kind before it uses them and reports a status. Only the arguments of
//   `napi_call_function` are not checked: they are values of a call that succeeded.
// - It writes to nothing but the locals that are passed, and to a buffer no more than the length that is passed.
// - What runs JavaScript goes through `made`, which leaves no exception pending. A status is ignored only where the kind
//   of the value is known or the initial value of the result is the right answer.

/// A value of Node.js, which lives as long as the call that received it.
#[derive(Clone, Copy)]
pub struct Value {
    env: sys::napi_env,
    raw: sys::napi_value,
}

impl TypeName for Value {
    fn type_name() -> &'static str {
        "unknown"
    }

    fn value_type() -> ValueType {
        ValueType::Unknown
    }
}

impl FromNapiValue for Value {
    unsafe fn from_napi_value(env: sys::napi_env, raw: sys::napi_value) -> napi::Result<Self> {
        Ok(Self { env, raw })
    }
}

/// The program of the class of an object: an array, plain, bytes or an instance, and its tag.
const CLASS_OF: &str = "((value) => {
  if (Array.isArray(value)) return 'a';
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return 'p';
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  const isBytes = ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof SharedArrayBuffer;
  return (isBytes ? 'b' : 'i') + tag;
})";

/// Releases the reference to the function of [`CLASS_OF`] when its environment ends.
unsafe extern "C" fn release(env: sys::napi_env, reference: *mut c_void, _: *mut c_void) {
    unsafe { sys::napi_delete_reference(env, reference.cast()) };
}

impl Value {
    /// Calls a function of Node.js that has one result. What JavaScript code has thrown is returned.
    fn made(self, make: impl FnOnce(&mut sys::napi_value) -> sys::napi_status) -> Result<Self, Self> {
        let mut raw = null_mut();
        let status = make(&mut raw);
        if status == sys::Status::napi_ok {
            return Ok(Self { env: self.env, raw });
        }
        let mut thrown = null_mut();
        unsafe { sys::napi_get_and_clear_last_exception(self.env, &raw mut thrown) };
        Err(Self { env: self.env, raw: thrown })
    }

    fn named(self, name: &CStr) -> Result<Self, Self> {
        self.made(|raw| unsafe { sys::napi_get_named_property(self.env, self.raw, name.as_ptr(), raw) })
    }

    fn text(self, utf8: &str) -> Result<Self, Self> {
        let length = utf8.len().cast_signed();
        self.made(|raw| unsafe { sys::napi_create_string_utf8(self.env, utf8.as_ptr().cast(), length, raw) })
    }

    fn utf8(self) -> String {
        // Most texts are short, and asking for the length takes as long as copying such a text.
        let mut start = [0_u8; 128];
        let mut length = 0;
        let copy = |buffer: &mut [u8], length: &mut usize| unsafe {
            sys::napi_get_value_string_utf8(
                self.env,
                self.raw,
                buffer.as_mut_ptr().cast(),
                buffer.len(),
                length,
            )
        };
        copy(&mut start, &mut length);
        // It may have been cut, before a character of at most four bytes.
        if length + 4 < start.len() {
            return String::from_utf8_lossy(&start[..length]).into_owned();
        }
        unsafe { sys::napi_get_value_string_utf8(self.env, self.raw, null_mut(), 0, &raw mut length) };
        let mut all = vec![0; length + 1];
        copy(&mut all, &mut length);
        all.truncate(length);
        String::from_utf8(all).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }

    fn is_well_formed(self) -> bool {
        let mut length = 0;
        unsafe { sys::napi_get_value_string_utf16(self.env, self.raw, null_mut(), 0, &raw mut length) };
        let mut units = vec![0; length + 1];
        let (start, size) = (units.as_mut_ptr(), units.len());
        unsafe { sys::napi_get_value_string_utf16(self.env, self.raw, start, size, &raw mut length) };
        char::decode_utf16(units.into_iter().take(length)).all(|character| character.is_ok())
    }

    fn call_with(self, this: Self, argument: Self) -> Result<Self, Self> {
        self.made(|raw| unsafe {
            sys::napi_call_function(self.env, this.raw, self.raw, 1, &raw const argument.raw, raw)
        })
    }

    /// The function of [`CLASS_OF`], which each environment keeps for itself.
    fn classifier(self) -> Result<Self, Self> {
        let mut kept = null_mut();
        unsafe { sys::napi_get_instance_data(self.env, &raw mut kept) };
        if !kept.is_null() {
            return self.made(|raw| unsafe { sys::napi_get_reference_value(self.env, kept.cast(), raw) });
        }
        let program = self.text(CLASS_OF)?;
        let function = self.made(|raw| unsafe { sys::napi_run_script(self.env, program.raw, raw) })?;
        let mut reference = null_mut();
        let status = unsafe { sys::napi_create_reference(self.env, function.raw, 1, &raw mut reference) };
        if status == sys::Status::napi_ok {
            unsafe { sys::napi_set_instance_data(self.env, reference.cast(), Some(release), null_mut()) };
        }
        Ok(function)
    }
}

impl Js for Value {
    fn kind(&self) -> Kind {
        let mut kind = sys::ValueType::napi_undefined;
        unsafe { sys::napi_typeof(self.env, self.raw, &raw mut kind) };
        match kind {
            sys::ValueType::napi_null => Kind::Null,
            sys::ValueType::napi_boolean => {
                let mut value = false;
                unsafe { sys::napi_get_value_bool(self.env, self.raw, &raw mut value) };
                Kind::Boolean(value)
            }
            sys::ValueType::napi_number => {
                let mut value = 0.0;
                unsafe { sys::napi_get_value_double(self.env, self.raw, &raw mut value) };
                Kind::Number(value)
            }
            sys::ValueType::napi_string => {
                let utf8 = self.utf8();
                let is_well_formed = !utf8.contains('\u{FFFD}') || self.is_well_formed();
                Kind::Text(Text { utf8, is_well_formed })
            }
            sys::ValueType::napi_bigint => {
                let digits = self.made(|raw| unsafe { sys::napi_coerce_to_string(self.env, self.raw, raw) });
                Kind::BigInt(digits.map(Self::utf8).unwrap_or_default())
            }
            sys::ValueType::napi_symbol => Kind::Symbol,
            sys::ValueType::napi_function => Kind::Function,
            sys::ValueType::napi_undefined => Kind::Undefined,
            _ => Kind::Object,
        }
    }

    fn class(&self) -> Result<Class, Self> {
        let named = self.classifier()?.call_with(*self, *self)?.utf8();
        Ok(match named.split_at_checked(1) {
            Some(("a", _)) => Class::Array,
            Some(("b", tag)) => Class::Bytes(tag.to_owned()),
            Some(("i", tag)) => Class::Instance(tag.to_owned()),
            _ => Class::Plain,
        })
    }

    fn keys(&self) -> Result<Vec<Self>, Self> {
        let names = self.made(|raw| unsafe {
            sys::napi_get_all_property_names(
                self.env,
                self.raw,
                sys::KeyCollectionMode::own_only,
                sys::KeyFilter::enumerable | sys::KeyFilter::skip_symbols,
                sys::KeyConversion::numbers_to_strings,
                raw,
            )
        })?;
        (0..names.length()?).map(|index| names.element(index)).collect()
    }

    fn get(&self, key: &Self) -> Result<Self, Self> {
        self.made(|raw| unsafe { sys::napi_get_property(self.env, self.raw, key.raw, raw) })
    }

    fn hook(&self) -> Result<Self, Self> {
        self.named(c"toJSON")
    }

    fn unboxed(&self) -> Result<Self, Self> {
        self.named(c"valueOf")?.call(self, "")
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "arrays are no longer than that"
    )]
    fn length(&self) -> Result<u32, Self> {
        match self.named(c"length")?.kind() {
            Kind::Number(length) => Ok(length as u32),
            _ => Ok(0),
        }
    }

    fn element(&self, index: u32) -> Result<Self, Self> {
        self.made(|raw| unsafe { sys::napi_get_element(self.env, self.raw, index, raw) })
    }

    fn call(&self, this: &Self, argument: &str) -> Result<Self, Self> {
        self.call_with(*this, self.text(argument)?)
    }
}

/// What `Outcome` of `engine.ts` describes: a text, nothing, or an object that says why there is none.
pub struct Outcome(pub Answer<Value>);

impl ToNapiValue for Outcome {
    unsafe fn to_napi_value(env: sys::napi_env, outcome: Self) -> napi::Result<sys::napi_value> {
        match outcome.0 {
            Ok(text) => unsafe { Option::<String>::to_napi_value(env, text) },
            Err(refusal) => unsafe { described(env, refusal) },
        }
    }
}

unsafe fn described(env: sys::napi_env, refusal: Refusal<Value>) -> napi::Result<sys::napi_value> {
    let mut object = napi::bindgen_prelude::Object::new(&napi::Env::from_raw(env))?;
    object.set("message", refusal.message)?;
    for (name, text) in
        [("code", refusal.code), ("next", refusal.next), ("source", refusal.source.as_deref())]
    {
        if let Some(text) = text {
            object.set(name, text)?;
        }
    }
    let raw = unsafe { ToNapiValue::to_napi_value(env, object)? };
    if let Some(cause) = refusal.cause {
        let status = unsafe { sys::napi_set_named_property(env, raw, c"cause".as_ptr(), cause.raw) };
        napi::check_status!(status)?;
    }
    Ok(raw)
}
