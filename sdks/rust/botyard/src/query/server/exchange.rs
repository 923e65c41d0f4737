use crate::process::panics;
use crate::query::{find, one_shot::log_failure};
use botyard_core::query::{HttpQuery, MAX_BODY, answer_http, decode};
use http_body_util::{BodyExt as _, Full};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{ALLOW, CONNECTION, CONTENT_LENGTH, CONTENT_TYPE};
use hyper::{Request, Response};
use std::error::Error as _;
use std::io;

/// Reads the rest of a request and answers it; one that is cut off has no answer.
pub(super) async fn answer(request: Request<Incoming>) -> hyper::Result<Response<Full<Bytes>>> {
    let (head, body) = request.into_parts();
    let body = match read(body).await {
        Ok(body) => body,
        Err(error) if is_cut_off(&error) => return Err(error),
        Err(_) => return Ok(malformed()),
    };
    let _free = super::FREE.acquire().await;
    let (status, body) = tokio::task::block_in_place(move || {
        let (method, path) = (head.method.as_str(), decode(head.uri.path().as_bytes()));
        let query = HttpQuery {
            method,
            path: &path,
            query: head.uri.query().unwrap_or_default(),
            body: body.as_deref(),
        };
        let outcome = panics::watch(|| answer_http(find, &query, panics::seen));
        log_failure(&path, &outcome);
        outcome.http()
    });
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
