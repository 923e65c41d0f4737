use super::accept;
use super::refusal::{refused, refused_by_type};
use crate::{Error, typed};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A query to a bot: its path and its parameters.
///
/// Parameters from a query string are texts. The typed accessors, and [`get_as`](Request::get_as), accept a value of
/// the JSON type that they name and, except for strings, its text form: `limit=5` is the integer 5 [Q-34]. An absent
/// parameter and `null` are `None`, so a default is given with `unwrap_or`.
///
/// ```
/// # use botyard_core as botyard;
/// use botyard::query::Request;
/// use serde_json::json;
///
/// let params = json!({ "limit": "5", "symbols": ["AAPL"], "side": null });
/// let request = Request::new("/trades", params.as_object().cloned().unwrap_or_default());
/// assert_eq!(request.get_integer("limit")?, Some(5));
/// assert_eq!(request.get_as::<Vec<String>>("symbols")?, Some(vec!["AAPL".to_owned()]));
/// assert_eq!(request.get("side"), None);
/// assert_eq!(request.get_number("symbols").unwrap_err().code(), "query.invalid_param");
/// # Ok::<_, botyard::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    path: String,
    values: Map<String, Value>,
}

impl Request {
    /// Makes a request, for example to test a handler. `values` are the parameters, as if they came as a JSON object.
    ///
    /// ```
    /// # use botyard_core as botyard;
    /// use botyard::{Error, query::Request};
    ///
    /// fn limit(request: &Request) -> Result<i64, Error> {
    ///     Ok(request.get_integer("limit")?.unwrap_or(10))
    /// }
    ///
    /// let params = [("limit".to_owned(), 5.into())];
    /// assert_eq!(limit(&Request::new("/trades", params.into_iter().collect()))?, 5);
    /// # Ok::<_, Error>(())
    /// ```
    #[must_use]
    pub fn new(path: impl Into<String>, values: Map<String, Value>) -> Self {
        Self { path: path.into(), values }
    }

    /// The path of the query, as it was compared with the registered paths [Q-31]: decoded, without the query string.
    ///
    /// ```
    /// # use botyard_core as botyard;
    /// # let params = serde_json::json!({});
    /// # let request = botyard::query::Request::new("/trades", params.as_object().cloned().unwrap());
    /// assert_eq!(request.path(), "/trades");
    /// ```
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns a parameter as text: a string as it is, any other value as its JSON text [Q-32]; `None` if it is absent
    /// or null.
    ///
    /// ```
    /// # use botyard_core as botyard;
    /// # let params = serde_json::json!({ "side": "buy", "limit": 5 });
    /// # let request = botyard::query::Request::new("/trades", params.as_object().cloned().unwrap());
    /// assert_eq!(request.get("side").as_deref(), Some("buy"));
    /// assert_eq!(request.get("limit").as_deref(), Some("5"));
    /// ```
    #[must_use]
    pub fn get(&self, key: &str) -> Option<String> {
        self.present(key).map(|value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        })
    }

    /// Returns a parameter as any type that serde can read, from its JSON value or from its text form.
    ///
    /// ```
    /// # use botyard_core as botyard;
    /// # let params = serde_json::json!({ "limit": "5", "symbols": ["AAPL"] });
    /// # let request = botyard::query::Request::new("/trades", params.as_object().cloned().unwrap());
    /// let limit: usize = request.get_as("limit")?.unwrap_or(10);
    /// let symbols: Vec<String> = request.get_as("symbols")?.unwrap_or_default();
    /// # assert_eq!((limit, symbols), (5, vec!["AAPL".to_owned()]));
    /// # Ok::<_, botyard::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `query.invalid_param`, naming the key and the path of what does not fit inside of its value, such as `legs[0].size`
    /// [Q-37]; the source is what serde says.
    pub fn get_as<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, Error> {
        let Some(value) = self.present(key) else { return Ok(None) };
        typed::read_as(value).map(Some).or_else(|_| {
            let only = Map::from_iter([(key.to_owned(), value.clone())]);
            let mut read: BTreeMap<String, T> =
                typed::read_params_as(&only).map_err(|it| refused_by_type(&it))?;
            Ok(read.remove(key))
        })
    }

    /// Returns all parameters as one object, read as a type [Q-52]. Like [`get_as`](Request::get_as), a member accepts its
    /// JSON value and, unless it is a text, its text form.
    ///
    /// ```
    /// # use botyard_core as botyard;
    /// # let params = serde_json::json!({ "limit": "5" });
    /// # let request = botyard::query::Request::new("/trades", params.as_object().cloned().unwrap());
    /// #[derive(serde::Deserialize)]
    /// struct Params {
    ///     limit: u8,
    ///     #[serde(default)]
    ///     symbols: Vec<String>,
    /// }
    ///
    /// let params: Params = request.params_as()?;
    /// # assert_eq!((params.limit, params.symbols.len()), (5, 0));
    /// # Ok::<_, botyard::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `query.invalid_param`, naming the path of the first part that does not fit, such as `legs[0].size`; the source is
    /// what serde says.
    pub fn params_as<T: DeserializeOwned>(&self) -> Result<T, Error> {
        typed::read_params_as(&self.values).map_err(|misfit| refused_by_type(&misfit))
    }

    /// Returns a string parameter; only a JSON string fits [Q-36].
    ///
    /// ```
    /// # use botyard_core as botyard;
    /// # let params = serde_json::json!({ "side": "buy" });
    /// # let request = botyard::query::Request::new("/trades", params.as_object().cloned().unwrap());
    /// assert_eq!(request.get_string("side")?.as_deref(), Some("buy"));
    /// # Ok::<_, botyard::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `query.invalid_param`, naming the key, if the value is not a string
    pub fn get_string(&self, key: &str) -> Result<Option<String>, Error> {
        let Some(value) = self.present(key) else { return Ok(None) };
        let text = value.as_str().ok_or_else(|| refused(key, value, "a string"))?;
        Ok(Some(text.to_owned()))
    }

    /// Returns a number parameter: `1.5` or `"1.5"`, within the range of `f64` [Q-35].
    ///
    /// ```
    /// # use botyard_core as botyard;
    /// # let params = serde_json::json!({ "price": "187.5" });
    /// # let request = botyard::query::Request::new("/trades", params.as_object().cloned().unwrap());
    /// assert_eq!(request.get_number("price")?, Some(187.5));
    /// # Ok::<_, botyard::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `query.invalid_param`, naming the key, if the value is neither a number nor its text
    pub fn get_number(&self, key: &str) -> Result<Option<f64>, Error> {
        self.typed(key, "a number", accept::number)
    }

    /// Returns an integer parameter in the range of `i64`: `5`, `5.0` or `"5"` [Q-35].
    ///
    /// ```
    /// # use botyard_core as botyard;
    /// # let params = serde_json::json!({ "limit": 5.0 });
    /// # let request = botyard::query::Request::new("/trades", params.as_object().cloned().unwrap());
    /// assert_eq!(request.get_integer("limit")?, Some(5));
    /// assert_eq!(request.get_integer("offset")?.unwrap_or(0), 0);
    /// # Ok::<_, botyard::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `query.invalid_param`, naming the key, if the value has a fraction, is out of range or is of another type
    pub fn get_integer(&self, key: &str) -> Result<Option<i64>, Error> {
        self.typed(key, "an integer", accept::integer)
    }

    /// Returns a boolean parameter: `true` or `false`, also as text. `1`, `yes` and `True` do not fit.
    ///
    /// ```
    /// # use botyard_core as botyard;
    /// # let params = serde_json::json!({ "open": "true" });
    /// # let request = botyard::query::Request::new("/trades", params.as_object().cloned().unwrap());
    /// assert_eq!(request.get_boolean("open")?, Some(true));
    /// # Ok::<_, botyard::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `query.invalid_param`, naming the key
    pub fn get_boolean(&self, key: &str) -> Result<Option<bool>, Error> {
        self.typed(key, "true or false", accept::boolean)
    }

    /// Returns an array parameter: an array or its JSON text, of values of any type.
    ///
    /// ```
    /// # use botyard_core as botyard;
    /// # let params = serde_json::json!({ "symbols": "[\"AAPL\",\"MSFT\"]" });
    /// # let request = botyard::query::Request::new("/trades", params.as_object().cloned().unwrap());
    /// let symbols = request.get_array("symbols")?.unwrap_or_default();
    /// assert_eq!(symbols, ["AAPL", "MSFT"]);
    /// # Ok::<_, botyard::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `query.invalid_param`, naming the key
    pub fn get_array(&self, key: &str) -> Result<Option<Vec<Value>>, Error> {
        self.typed(key, "an array", accept::array)
    }

    /// Returns an object parameter: an object or its JSON text.
    ///
    /// ```
    /// # use botyard_core as botyard;
    /// # let params = serde_json::json!({ "range": { "from": 1, "to": 9 } });
    /// # let request = botyard::query::Request::new("/trades", params.as_object().cloned().unwrap());
    /// let range = request.get_object("range")?.unwrap_or_default();
    /// assert_eq!(range["to"], 9);
    /// # Ok::<_, botyard::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `query.invalid_param`, naming the key
    pub fn get_object(&self, key: &str) -> Result<Option<Map<String, Value>>, Error> {
        self.typed(key, "an object", accept::object)
    }

    /// Returns all parameters with their JSON types; clone them to change them [Q-33]. Those of a query string are
    /// texts, and a null is a value here.
    ///
    /// ```
    /// # use botyard_core as botyard;
    /// # let params = serde_json::json!({ "side": null, "limit": 5 });
    /// # let request = botyard::query::Request::new("/trades", params.as_object().cloned().unwrap());
    /// assert!(request.values().contains_key("side"));
    /// ```
    #[must_use]
    pub fn values(&self) -> &Map<String, Value> {
        &self.values
    }

    fn present(&self, key: &str) -> Option<&Value> {
        self.values.get(key).filter(|value| !value.is_null())
    }

    fn typed<T>(&self, key: &str, expected: &str, rule: fn(&Value) -> Option<T>) -> Result<Option<T>, Error> {
        let Some(value) = self.present(key) else { return Ok(None) };
        accept::accept(value, rule).map(Some).ok_or_else(|| refused(key, value, expected))
    }
}
