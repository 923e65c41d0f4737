use crate::query::left_work;
use crate::query::{find, one_shot::log_failure};
use botyard_core::query::{HttpQuery, MAX_BODY, answer_http, decode};
use http_body_util::{BodyExt as _, Full};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{ALLOW, CONNECTION, CONTENT_LENGTH, CONTENT_TYPE};
use hyper::http::request::Parts;
use hyper::{Request, Response};
use std::error::Error;
use std::io;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{SemaphorePermit, oneshot};

/// Takes the queries whose handlers are to run.
pub(super) type Queries = UnboundedSender<Query>;

/// A query that has been received.
pub(super) struct Query {
    head: Parts,
    body: Option<Vec<u8>>,
    answer: oneshot::Sender<(u16, String)>,
    /// Held until the handler has returned, even if the client has gone.
    _free: SemaphorePermit<'static>,
}

impl Query {
    /// Runs the handler and passes its answer to the connection.
    pub(super) fn answer(self) {
        let path = decode(self.head.uri.path().as_bytes());
        let query = HttpQuery {
            method: self.head.method.as_str(),
            path: &path,
            query: self.head.uri.query().unwrap_or_default(),
            body: self.body.as_deref(),
        };
        let outcome = left_work::watch(|| answer_http(find, &query, left_work::seen));
        log_failure(&path, &outcome);
        _ = self.answer.send(outcome.http());
    }
}

/// Reads the rest of a request and answers it; one that is cut off has no answer.
pub(super) async fn answer(
    request: Request<Incoming>,
    queries: Queries,
) -> Result<Response<Full<Bytes>>, Box<dyn Error + Send + Sync>> {
    let (head, body) = request.into_parts();
    let body = match read(body).await {
        Ok(body) => body,
        Err(error) if is_cut_off(&error) => return Err(error.into()),
        Err(_) => return Ok(malformed()),
    };
    let (sender, answer) = oneshot::channel();
    queries.send(Query { head, body, answer: sender, _free: super::FREE.acquire().await? })?;
    let (status, body) = answer.await?;
    Ok(response(status, body))
}

/// Reads a body; `None` if it is larger than the contract allows, whose rest is not read.
async fn read(mut body: Incoming) -> hyper::Result<Option<Vec<u8>>> {
    let mut content = Vec::new();
    if body.size_hint().lower() > MAX_BODY as u64 {
        return Ok(None);
    }
    while let Some(frame) = body.frame().await {
        if let Ok(data) = frame?.into_data() {
            if content.len() + data.len() > MAX_BODY {
                return Ok(None);
            }
            content.extend_from_slice(&data);
        }
    }
    Ok(Some(content))
}

fn response(status: u16, body: String) -> Response<Full<Bytes>> {
    let built = Response::builder()
        .status(status)
        .header(CONTENT_TYPE, "application/json")
        .header(CONTENT_LENGTH, body.len());
    let built = if status == 405 { built.header(ALLOW, "GET, POST") } else { built };
    // What follows the head has not been read to its end, and must not be taken for a request.
    let built = if status == 413 { built.header(CONNECTION, "close") } else { built };
    built.body(Full::from(body)).unwrap_or_default()
}

fn is_cut_off(error: &hyper::Error) -> bool {
    let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::UnexpectedEof)
}

/// The answer to a body that is not HTTP.
fn malformed() -> Response<Full<Bytes>> {
    let built = Response::builder().status(400).header(CONNECTION, "close");
    built.body(Full::default()).unwrap_or_default()
}
