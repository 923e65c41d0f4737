//! How handlers fail: errors that wrap others, and their records.

use anyhow::Context as _;
use botyard_core::Error;
use botyard_core::query::{Failure, IntoError, Request, record, try_handler};
use serde_json::{Value, json};
use std::fmt;
use std::io;
use std::sync::Arc;

const MESSAGE: &str = "parameter \"limit\" must be an integer, got \"x\"";

fn limit(request: &Request) -> Result<i64, Error> {
    Ok(request.get_integer("limit")?.unwrap_or(10))
}

fn failure<E, Kind>(handler: impl Fn(&Request) -> Result<i64, E> + Send + Sync + 'static) -> Failure
where
    E: IntoError<Kind> + 'static,
{
    let params = [("limit".to_owned(), "x".into())];
    try_handler(handler)(&Request::new("/q", params.into_iter().collect())).unwrap_err()
}

fn data<E, Kind>(handler: impl Fn(&Request) -> Result<i64, E> + Send + Sync + 'static) -> Value
where
    E: IntoError<Kind> + 'static,
{
    let line = record("m", Some("/q"), &failure(handler), 0);
    serde_json::from_str::<Value>(&line).unwrap()["data"].clone()
}

#[derive(Debug, thiserror::Error)]
enum OwnError {
    #[error("own: {0}")]
    Named(#[from] Error),
    #[error(transparent)]
    Transparent(Box<Error>),
    #[error("nested")]
    Nested(#[source] Box<OwnError>),
    #[error("shared")]
    Shared(#[source] Arc<Error>),
    #[error("io")]
    Io(#[from] io::Error),
    #[error("{0}")]
    Text(String),
}

///
#[test]
fn a_refused_parameter_is_recognised_in_every_error_that_wraps_it() {
    fn is_refused<E, Kind>(handler: impl Fn(&Request) -> Result<i64, E> + Send + Sync + 'static)
    where
        E: IntoError<Kind> + 'static,
    {
        let failure = failure(handler);
        assert!(matches!(&failure, Failure::InvalidParam(message) if message == MESSAGE), "{failure:?}");
    }
    is_refused(limit);
    is_refused(|request| -> Result<_, Box<dyn std::error::Error>> { Ok(limit(request)?) });
    is_refused(|request| -> Result<_, Box<dyn std::error::Error + Send>> {
        limit(request).map_err(|error| Box::new(error) as _)
    });
    is_refused(|request| -> Result<_, Box<dyn std::error::Error + Send + Sync>> { Ok(limit(request)?) });
    is_refused(|request| -> anyhow::Result<_> { Ok(limit(request)?) });
    is_refused(|request| limit(request).context("reading the limit").with_context(|| "answering"));
    is_refused(|request| -> Result<_, OwnError> { Ok(limit(request)?) });
    is_refused(|request| limit(request).map_err(|error| OwnError::Transparent(error.into())));
    is_refused(|request| limit(request).map_err(|error| OwnError::Nested(OwnError::from(error).into())));
    is_refused(|request| limit(request).map_err(|error| OwnError::Shared(error.into())));
    is_refused(|request| -> Result<_, OwnError> { Ok(limit(request).map_err(io::Error::other)?) });
    is_refused(|request| limit(request).map_err(OwnError::from).context("in anyhow"));
}

///
#[test]
fn other_errors_are_failures_whatever_they_say_and_whatever_was_caught_before() {
    let is_failure = |failure| assert!(matches!(failure, Failure::Raised(_)), "{failure:?}");
    is_failure(failure(|_| Err(MESSAGE)));
    is_failure(failure(|_| Err(OwnError::Text(MESSAGE.to_owned()))));
    is_failure(failure(|request| limit(request).map_err(|refused| refused.to_string())));
    is_failure(failure(|request| limit(request).or(Err(OwnError::Text("after".to_owned())))));
}

/// An error that wraps another one, and has no message of its own.
#[derive(Debug)]
struct Wrapper(Option<Box<dyn std::error::Error + Send + Sync>>, fn() -> fmt::Result);

impl fmt::Display for Wrapper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("partly")?;
        self.1()
    }
}

impl std::error::Error for Wrapper {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.as_deref().map(|inner| inner as _)
    }
}

///
#[test]
fn a_refused_parameter_is_recognised_below_ten_thousand_errors() {
    let failure = failure(|request| {
        limit(request).map_err(|refused| {
            (0..10_000).fold(Wrapper(Some(refused.into()), || Ok(())), |inner, _| {
                Wrapper(Some(inner.into()), || Ok(()))
            })
        })
    });
    assert!(matches!(&failure, Failure::InvalidParam(message) if message == MESSAGE), "{failure:?}");
}

///
#[test]
fn a_cause_whose_message_cannot_be_written_hides_nothing_else() {
    for fails in [|| Err(fmt::Error), || panic!("no message")] as [fn() -> fmt::Result; 2] {
        let failed = move || Wrapper(Some("inner".into()), fails);
        let Failure::Raised(raised) = failure(move |_| Err::<i64, _>(failed()).context("outer")) else {
            panic!("a failure")
        };
        assert_eq!(raised.message, "outer");
        let causes: Vec<_> = raised.causes.iter().map(|cause| cause.message.as_str()).collect();
        assert_eq!(causes, ["", "inner"]);
        let Failure::Raised(raised) = failure(move |_| Err(failed())) else { panic!("a failure") };
        assert_eq!((raised.message.as_str(), raised.kind), ("", Some("Wrapper")));
    }
}

///
#[test]
fn the_record_names_the_causes_from_the_errors_own_on() {
    let failed = || botyard_core::state::read_document("k", b"{", "/k.json").unwrap_err();
    let causes = data(move |_| Err(OwnError::Nested(OwnError::Named(failed()).into())))["cause"].clone();
    let corrupt = "the file of state key \"k\" is not valid JSON: /k.json";
    assert_eq!(causes[0], json!({ "message": format!("own: {corrupt}") }));
    // The type of an error of the SDK is known, that of others is not.
    assert_eq!(causes[1], json!({ "type": "Error", "message": corrupt }));
    assert!(causes[2]["message"].as_str().unwrap().starts_with("EOF while parsing"), "{causes}");
    assert_eq!(causes.as_array().map(Vec::len), Some(3));
    let context = data(move |_| Err::<i64, _>(failed()).context("outer"));
    assert_eq!(context["cause"][0], json!({ "type": "Error", "message": corrupt }));
    assert_eq!(data(|_| Err("alone")).get("cause"), None);
}

/// An error that is its own cause.
#[derive(Debug)]
struct Endless;

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&"é".repeat(300))
    }
}

impl std::error::Error for Endless {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(self)
    }
}

///
#[test]
fn eight_causes_are_named_with_250_characters_each_also_of_a_cycle() {
    let data = data(|_| Err(Endless));
    assert_eq!((&data["type"], data["cause"].as_array().map(Vec::len)), (&json!("Endless"), Some(8)));
    assert_eq!(data["cause"][7], json!({ "message": format!("{}…", "é".repeat(250)) }));
    let Failure::Raised(mut raised) = failure(|_| Err(Endless)) else { unreachable!() };
    raised.stack = Some("é".repeat(9000));
    let line = record("m", None, &Failure::Raised(raised), 0);
    let data: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(data["data"]["stack"].as_str().map(|stack| stack.chars().count()), Some(4001));
}
