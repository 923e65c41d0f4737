/// What a JavaScript value is.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// `undefined`.
    Undefined,
    /// `null`.
    Null,
    /// A boolean.
    Boolean(bool),
    /// A number.
    Number(f64),
    /// A string.
    Text(Text),
    /// A bigint, in decimal digits.
    BigInt(String),
    /// A symbol.
    Symbol,
    /// A function.
    Function,
    /// Any object, arrays included.
    Object,
}

/// A JavaScript string as UTF-8.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Its characters, with U+FFFD for each lone surrogate [JSON-9].
    pub utf8: String,
    /// Whether it has no lone surrogate.
    pub is_well_formed: bool,
}

/// What an object is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Class {
    /// `Array.isArray` is true for it.
    Array,
    /// It has no class: its prototype is that of `{}`, or null.
    Plain,
    /// A buffer or a view of one, with its tag.
    Bytes(String),
    /// Any other object, with the name that `Object.prototype.toString` gives, such as `Map`.
    Instance(String),
}

/// A value of a JavaScript engine. Code of the value, such as getters, hooks and the traps of a proxy, may throw: then
/// `Err` has what was thrown.
#[expect(clippy::missing_errors_doc, reason = "the sentence above is true of all methods")]
pub trait Js: Sized {
    /// What the value is.
    fn kind(&self) -> Kind;
    /// What the object is.
    fn class(&self) -> Result<Class, Self>;
    /// The names of the object's own enumerable properties, as `Object.keys` returns them.
    fn keys(&self) -> Result<Vec<Self>, Self>;
    /// The property of a name; `undefined` if there is none.
    fn get(&self, key: &Self) -> Result<Self, Self>;
    /// The property `toJSON`.
    fn hook(&self) -> Result<Self, Self>;
    /// What the method `valueOf` returns.
    fn unboxed(&self) -> Result<Self, Self>;
    /// The length of an array.
    fn length(&self) -> Result<u32, Self>;
    /// An element of an array.
    fn element(&self, index: u32) -> Result<Self, Self>;
    /// Calls the value, a function, with `this` and one argument.
    fn call(&self, this: &Self, argument: &str) -> Result<Self, Self>;
}
