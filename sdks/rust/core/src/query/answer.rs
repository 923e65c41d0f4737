use super::handler::failure_of_panic;
use super::target::parse_query;
use super::{Failure, Handler, MAX_BODY, Raised, Request};
use crate::{Error, ErrorCode, cut, json, shown};
use serde_json::{Map, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The outcome of a query [Q-7].
#[derive(Debug)]
pub struct Outcome {
    /// The code of the failure; none for an answer.
    code: Option<ErrorCode>,
    /// The JSON text of the answer, or the message of the failure.
    text: String,
    available: Vec<String>,
    /// How the handler failed, for the log [Q-38].
    pub failure: Option<Failure>,
}

/// Finds the handler of a path; if there is none, returns the paths that have one.
pub type Find = fn(&str) -> Result<Handler, Vec<String>>;

/// Answers the query of a one-shot process; `path` is not decoded, `params` is JSON [Q-16].
///
/// `seen` returns what a panic hook has seen of the panic that has just been caught.
///
/// ```
/// use botyard_core::query::{Handler, answer_one_shot, handler};
///
/// fn find(path: &str) -> Result<Handler, Vec<String>> {
///     if path == "/limits" { Ok(handler(|_| [10, 20])) } else { Err(vec!["/limits".to_owned()]) }
/// }
///
/// let (document, exit_code) = answer_one_shot(find, "/limits", "{}", || None).one_shot();
/// assert_eq!((document.as_str(), exit_code), (r#"{"status":"ok","data":[10,20]}"#, 0));
/// ```
pub fn answer_one_shot(find: Find, path: &str, params: &str, seen: fn() -> Option<Raised>) -> Outcome {
    let handler = match find(path) {
        Ok(handler) => handler,
        Err(available) => return Outcome::unknown_path(path, available),
    };
    match params_of(params.as_bytes()) {
        Some(values) => run(&handler, &Request::new(path, values), seen),
        None => Outcome::params_not_object(params),
    }
}

/// The parts of a query that came over HTTP.
#[derive(Debug)]
pub struct HttpQuery<'a> {
    /// The method, such as `GET`.
    pub method: &'a str,
    /// The path, decoded; see [`decode`](super::decode).
    pub path: &'a str,
    /// The query string without `?`.
    pub query: &'a str,
    /// The body; `None` if it is larger than [`MAX_BODY`].
    pub body: Option<&'a [u8]>,
}

/// Answers a query that came over HTTP: method, path, size of the body, parameters, handler, in this order [Q-7].
///
/// ```
/// use botyard_core::query::{Handler, HttpQuery, answer_http, handler};
///
/// fn find(_: &str) -> Result<Handler, Vec<String>> {
///     Ok(handler(|request| request.get("limit")))
/// }
///
/// let query = HttpQuery { method: "GET", path: "/limit", query: "limit=5", body: Some(b"") };
/// assert_eq!(answer_http(find, &query, || None).http(), (200, r#""5""#.to_owned()));
/// ```
pub fn answer_http(find: Find, query: &HttpQuery<'_>, seen: fn() -> Option<Raised>) -> Outcome {
    let &HttpQuery { method, path, query, body } = query;
    if method != "GET" && method != "POST" {
        return Outcome::failed(ErrorCode::QueryMethodNotAllowed, &[("method", method)]);
    }
    let handler = match find(path) {
        Ok(handler) => handler,
        Err(available) => return Outcome::unknown_path(path, available),
    };
    let Some(body) = body.filter(|body| body.len() <= MAX_BODY) else {
        return Outcome::failed(ErrorCode::QueryBodyTooLarge, &[]);
    };
    let mut values = parse_query(query.as_bytes());
    match if body.is_empty() { Some(Map::new()) } else { params_of(body) } {
        Some(own) => values.extend(own),
        None => return Outcome::params_not_object(&String::from_utf8_lossy(body)),
    }
    run(&handler, &Request::new(path, values), seen)
}

/// Reads the port from the text of `QUERY_PORT` [Q-21].
///
/// ```
/// use botyard_core::query::port;
///
/// assert_eq!(port("9476")?, 9476);
/// assert_eq!(port("0").unwrap_err().code(), "query.invalid_port");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// `query.invalid_port`
pub fn port(text: &str) -> Result<u16, Error> {
    let digits = (1..=5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let port = text.parse().ok().filter(|&port: &u16| digits && port > 0);
    port.ok_or_else(|| Error::new(ErrorCode::QueryInvalidPort, &[("value", &shown(text))]))
}

fn params_of(text: &[u8]) -> Option<Map<String, Value>> {
    json::read_object(text).ok().flatten()
}

fn run(handler: &Handler, request: &Request, seen: fn() -> Option<Raised>) -> Outcome {
    // A handler's own data may be left half changed by a panic, as behind a poisoned lock; the SDK's is not.
    let outcome = catch_unwind(AssertUnwindSafe(|| handler(request)));
    let failure = match outcome {
        Ok(Ok(json)) => return Outcome { code: None, text: json, available: Vec::new(), failure: None },
        Ok(Err(failure)) => failure,
        Err(payload) => failure_of_panic(&*payload, seen().as_ref()),
    };
    let (code, text) = match &failure {
        Failure::InvalidParam(message) => (ErrorCode::QueryInvalidParam, message.clone()),
        Failure::NoForm(_) => {
            (ErrorCode::QueryHandlerFailed, format!("the answer of {} has no JSON form", request.path()))
        }
        Failure::Raised(raised) if raised.message.is_empty() => {
            (ErrorCode::QueryHandlerFailed, "the handler failed without a message".to_owned())
        }
        Failure::Raised(raised) => (ErrorCode::QueryHandlerFailed, raised.message.clone()),
    };
    let failure = Some(failure).filter(|_| code == ErrorCode::QueryHandlerFailed);
    Outcome { code: Some(code), text, available: Vec::new(), failure }
}

impl Outcome {
    fn failed(code: ErrorCode, values: &[(&str, &str)]) -> Self {
        let text = Error::new(code, values).to_string();
        Self { code: Some(code), text, available: Vec::new(), failure: None }
    }

    fn unknown_path(path: &str, available: Vec<String>) -> Self {
        Self { available, ..Self::failed(ErrorCode::QueryUnknownPath, &[("path", path)]) }
    }

    fn params_not_object(text: &str) -> Self {
        Self::failed(ErrorCode::QueryParamsNotObject, &[("text", &cut(text, 100))])
    }

    /// The message of the failure; for an answer, its JSON text.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.text
    }

    /// The one-shot answer: the document for `RESULT_PATH`, and the exit code.
    #[must_use]
    pub fn one_shot(&self) -> (String, i32) {
        match self.code {
            None => (format!("{{\"status\":\"ok\",\"data\":{}}}", self.text), 0),
            Some(code) => (self.document(Some(code)), 1),
        }
    }

    /// The answer over HTTP: the status and the body.
    #[must_use]
    pub fn http(&self) -> (u16, String) {
        let status = match self.code {
            None => return (200, self.text.clone()),
            Some(ErrorCode::QueryHandlerFailed) => return (500, self.document(None)),
            Some(ErrorCode::QueryUnknownPath) => 404,
            Some(ErrorCode::QueryMethodNotAllowed) => 405,
            Some(ErrorCode::QueryBodyTooLarge) => 413,
            Some(_) => 400,
        };
        (status, self.document(self.code))
    }

    fn document(&self, code: Option<ErrorCode>) -> String {
        let code = code.map_or_else(String::new, |code| format!(",\"code\":\"{code}\""));
        let available = match self.code {
            Some(ErrorCode::QueryUnknownPath) => {
                format!(",\"available_queries\":{}", Value::from(self.available.clone()))
            }
            _ => String::new(),
        };
        format!("{{\"status\":\"error\",\"error\":{}{code}{available}}}", json::quote(&self.text))
    }
}
