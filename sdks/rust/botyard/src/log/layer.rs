use super::write;
use crate::process::clock;
use botyard_core::log::{Level, line_with};
use serde_json::{Map, Value};
use std::error::Error;
use std::fmt;
use std::iter;
use tracing_core::field::{Field, Visit};
use tracing_core::span::{Attributes, Id, Record};
use tracing_core::{Event, Subscriber};
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::{LookupSpan, Scope};

/// How many causes of an error are written.
const CAUSES: usize = 8;

/// Returns a layer for the crate `tracing` that writes each event as a log line. It needs the feature `tracing`.
///
/// A line has the event's level and message; its data are the event's target, the fields of the spans that the event is in,
/// from the outermost on, and its own fields. Of several with one name the last one counts. An event of the level
/// `TRACE` is logged as `debug`. A filter beside the layer, such as tracing-subscriber's `LevelFilter`, decides what is
/// logged. A line that cannot be written is lost.
///
/// ```
/// use tracing_subscriber::filter::LevelFilter;
/// use tracing_subscriber::layer::SubscriberExt as _;
/// use tracing_subscriber::util::SubscriberInitExt as _;
///
/// // Where several tests run the bot, the first one has set the subscriber of the process.
/// let logs = botyard::log::layer();
/// let _ = tracing_subscriber::registry().with(LevelFilter::INFO).with(logs).try_init();
/// tracing::info!(positions = 3, "rebalanced");
/// ```
pub fn layer() -> Layer {
    Layer(())
}

/// A layer for the crate `tracing`, made by [`layer`](layer()).
#[derive(Debug, Clone)]
#[must_use = "it does nothing unless it is added to a subscriber"]
pub struct Layer(());

impl<S: Subscriber + for<'a> LookupSpan<'a>> tracing_subscriber::Layer<S> for Layer {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if let Some(span) = context.span(id) {
            let mut fields = Fields::default();
            attributes.record(&mut fields);
            span.extensions_mut().insert(fields);
        }
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        if let Some(span) = context.span(id)
            && let Some(fields) = span.extensions_mut().get_mut::<Fields>()
        {
            values.record(fields);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        let message = match fields.0.remove("message") {
            Some(Value::String(message)) => message,
            other => other.map_or_else(String::new, |value| value.to_string()),
        };
        let mut data = Map::from_iter([("target".to_owned(), event.metadata().target().into())]);
        for span in context.event_scope(event).into_iter().flat_map(Scope::from_root) {
            data.extend(span.extensions().get::<Fields>().cloned().unwrap_or_default().0);
        }
        data.extend(fields.0);
        // `tracing` has no way to report it.
        _ = line_with(level_of(event), &message, &data, clock::now()).and_then(|line| write(&line));
    }
}

fn level_of(event: &Event<'_>) -> Level {
    match *event.metadata().level() {
        tracing_core::Level::ERROR => Level::Error,
        tracing_core::Level::WARN => Level::Warn,
        tracing_core::Level::INFO => Level::Info,
        _ => Level::Debug,
    }
}

#[derive(Clone, Default)]
struct Fields(Map<String, Value>);

impl Fields {
    fn put(&mut self, field: &Field, value: impl Into<Value>) {
        let name = field.name();
        self.0.insert(name.strip_prefix("r#").unwrap_or(name).to_owned(), value.into());
    }
}

impl Visit for Fields {
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.put(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, value);
    }

    /// As text, followed by its causes.
    fn record_error(&mut self, field: &Field, value: &(dyn Error + 'static)) {
        let all = iter::successors(Some(value), |&error| error.source()).take(1 + CAUSES);
        self.put(field, all.map(ToString::to_string).collect::<Vec<_>>().join(": "));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.put(field, format!("{value:?}"));
    }
}
