//! The hello of hyper on tokio, in the configuration of the SDK's server: one thread for all reading and writing.

use http_body_util::{BodyExt as _, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::CONTENT_TYPE;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use std::error::Error;
use tokio::net::TcpListener;

async fn hello(request: Request<Incoming>) -> Result<Response<Full<Bytes>>, hyper::Error> {
    request.into_body().collect().await?;
    let mut response = Response::new(Full::from(r#"{"pong":true}"#));
    response.headers_mut().insert(CONTENT_TYPE, hyper::header::HeaderValue::from_static("application/json"));
    Ok(response)
}

fn main() -> Result<(), Box<dyn Error>> {
    let port: u16 = std::env::var("QUERY_PORT")?.parse()?;
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let listener = TcpListener::bind(("127.0.0.1", port)).await?;
        loop {
            let (stream, _) = listener.accept().await?;
            stream.set_nodelay(true)?;
            let connection = http1::Builder::new()
                .half_close(true)
                .serve_connection(TokioIo::new(stream), service_fn(hello));
            tokio::spawn(connection);
        }
    })
}
