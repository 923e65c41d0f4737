use botyard_core_js::{Answer, Class, Js, Kind, Refusal, Text};
use js_sys::{Array, ArrayBuffer, BigInt, Function, Object, Reflect, SharedArrayBuffer};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

// As in js-sys, but what a proxy throws is caught.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = Array, js_name = isArray)]
    fn is_array(value: &JsValue) -> Result<bool, JsValue>;
    #[wasm_bindgen(catch, js_namespace = Object, js_name = keys)]
    fn keys_of(value: &JsValue) -> Result<Array, JsValue>;
    #[wasm_bindgen(catch, js_namespace = ["Object", "prototype", "toString"], js_name = call)]
    fn name_of(value: &JsValue) -> Result<String, JsValue>;
    #[wasm_bindgen(catch, js_namespace = Object, js_name = getPrototypeOf)]
    fn prototype_of(value: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = ["Object"], js_name = prototype, thread_local_v2)]
    static OBJECT_PROTOTYPE: JsValue;
    type Any;
    #[wasm_bindgen(method, js_name = isWellFormed)]
    fn is_well_formed(this: &Any) -> bool;
    #[wasm_bindgen(method, getter, catch, js_name = toJSON)]
    fn hook(this: &Any) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, js_name = valueOf)]
    fn unboxed(this: &Any) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn length(this: &Any) -> Result<JsValue, JsValue>;
}

/// A value of the JavaScript engine around the module.
pub struct Value(pub JsValue);

impl Js for Value {
    fn kind(&self) -> Kind {
        let value = &self.0;
        if let Some(number) = value.as_f64() {
            return Kind::Number(number);
        }
        if let Some(utf8) = value.as_string() {
            let may_be_repaired = utf8.contains('\u{FFFD}');
            let is_well_formed = !may_be_repaired || value.unchecked_ref::<Any>().is_well_formed();
            return Kind::Text(Text { utf8, is_well_formed });
        }
        match () {
            () if value.is_object() => Kind::Object,
            () if value.is_undefined() => Kind::Undefined,
            () if value.is_null() => Kind::Null,
            () if value.is_function() => Kind::Function,
            () if value.is_symbol() => Kind::Symbol,
            () if value.is_bigint() => {
                let digits = value.unchecked_ref::<BigInt>().to_string(10);
                Kind::BigInt(digits.map(String::from).unwrap_or_default())
            }
            () => Kind::Boolean(value.is_truthy()),
        }
    }

    fn class(&self) -> Result<Class, Self> {
        class_of(&self.0).map_err(Self)
    }

    fn keys(&self) -> Result<Vec<Self>, Self> {
        keys_of(&self.0).map(|keys| keys.iter().map(Self).collect()).map_err(Self)
    }

    fn get(&self, key: &Self) -> Result<Self, Self> {
        Reflect::get(&self.0, &key.0).map(Self).map_err(Self)
    }

    fn hook(&self) -> Result<Self, Self> {
        self.0.unchecked_ref::<Any>().hook().map(Self).map_err(Self)
    }

    fn unboxed(&self) -> Result<Self, Self> {
        self.0.unchecked_ref::<Any>().unboxed().map(Self).map_err(Self)
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "arrays are no longer than that"
    )]
    fn length(&self) -> Result<u32, Self> {
        let length = self.0.unchecked_ref::<Any>().length().map_err(Self)?;
        Ok(length.as_f64().unwrap_or(0.0) as u32)
    }

    fn element(&self, index: u32) -> Result<Self, Self> {
        Reflect::get_u32(&self.0, index).map(Self).map_err(Self)
    }

    fn call(&self, this: &Self, argument: &str) -> Result<Self, Self> {
        let function: &Function = self.0.unchecked_ref();
        function.call1(&this.0, &JsValue::from_str(argument)).map(Self).map_err(Self)
    }
}

fn class_of(value: &JsValue) -> Result<Class, JsValue> {
    if is_array(value)? {
        return Ok(Class::Array);
    }
    let prototype = prototype_of(value)?;
    if prototype.is_null() || OBJECT_PROTOTYPE.with(|plain| *plain == prototype) {
        return Ok(Class::Plain);
    }
    let name = name_of(value)?;
    let tag = name.trim_start_matches("[object ").trim_end_matches(']').to_owned();
    let is_bytes = ArrayBuffer::is_view(value)
        || value.is_instance_of::<ArrayBuffer>()
        || value.is_instance_of::<SharedArrayBuffer>();
    Ok(if is_bytes { Class::Bytes(tag) } else { Class::Instance(tag) })
}

/// Returns what `Outcome` of `engine.ts` describes: a text, nothing, or an object that says why there is none.
pub fn outcome(answer: Answer<Value>) -> JsValue {
    match answer {
        Ok(text) => text.map_or(JsValue::UNDEFINED, JsValue::from),
        Err(refusal) => described(refusal),
    }
}

fn described(refusal: Refusal<Value>) -> JsValue {
    let object = Object::new();
    let set = |name: &str, value: JsValue| Reflect::set(&object, &name.into(), &value).unwrap_or_default();
    set("message", refusal.message.into());
    for (name, text) in
        [("code", refusal.code), ("next", refusal.next), ("source", refusal.source.as_deref())]
    {
        if let Some(text) = text {
            set(name, text.into());
        }
    }
    if let Some(Value(cause)) = refusal.cause {
        set("cause", cause);
    }
    object.into()
}
