mod connection;
mod exchange;
mod lead;

use crate::process::{end, environment, system_error};
use crate::query::left_work;
use crate::{Error, ErrorCode};
use exchange::Queries;
use lead::Lead;
use signal_hook::consts::{SIGINT, SIGTERM};
use std::io;
use std::net::{TcpListener, ToSocketAddrs as _};
use std::os::unix::net::UnixStream;
use std::time::Duration;
use tokio::io::AsyncReadExt as _;
use tokio::runtime::{self, Runtime};
use tokio::sync::{Semaphore, mpsc, watch};

/// How many handlers run at once; further queries wait.
const HANDLERS: usize = 64;
static FREE: Semaphore = Semaphore::const_new(HANDLERS);

/// Serves until SIGTERM or SIGINT, then finishes the queries that have been received and ends the process.
pub(super) fn run() -> Result<(), Error> {
    let (host, port) = address()?;
    let failed = |reason: &str| {
        Error::new(
            ErrorCode::QueryListenFailed,
            &[("host", &host), ("port", &port.to_string()), ("reason", reason)],
        )
    };
    let system = |cause: io::Error| failed(&system_error::name(&cause)).with_source(cause);
    let addresses: Vec<_> = (host.as_str(), port)
        .to_socket_addrs()
        .map_err(|cause| failed("ENOTFOUND").with_source(cause))?
        .collect();
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        // One thread leads while all handlers run.
        .max_blocking_threads(HANDLERS + 1)
        .build()
        .map_err(system)?;
    let stop = stop_signals().map_err(system)?;
    let listener = TcpListener::bind(&addresses[..]).map_err(system)?;
    let (listener, stop) = in_runtime(&runtime, listener, stop).map_err(system)?;
    left_work::install();
    let (sender, queries) = mpsc::unbounded_channel();
    runtime.spawn(async move {
        serve(listener, stop, sender).await;
        end::now(0)
    });
    Lead::run(runtime, queries)
}

fn address() -> Result<(String, u16), Error> {
    let port = environment::get("QUERY_PORT").map_or(Ok(9476), |text| botyard_core::query::port(&text))?;
    Ok((environment::get("QUERY_HOST").unwrap_or_else(|| "127.0.0.1".to_owned()), port))
}

/// A stream that becomes readable when a signal asks the process to stop.
fn stop_signals() -> io::Result<UnixStream> {
    let (stop, sender) = UnixStream::pair()?;
    for signal in [SIGTERM, SIGINT] {
        signal_hook::low_level::pipe::register(signal, sender.try_clone()?)?;
    }
    Ok(stop)
}

fn in_runtime(
    runtime: &Runtime,
    listener: TcpListener,
    stop: UnixStream,
) -> io::Result<(tokio::net::TcpListener, tokio::net::UnixStream)> {
    let _context = runtime.enter();
    listener.set_nonblocking(true)?;
    stop.set_nonblocking(true)?;
    Ok((tokio::net::TcpListener::from_std(listener)?, tokio::net::UnixStream::from_std(stop)?))
}

/// Serves until `stop` is readable and all queries that have been received are answered.
async fn serve(listener: tokio::net::TcpListener, mut stop: tokio::net::UnixStream, queries: Queries) {
    let (stopping, connections) = watch::channel(false);
    let accepting = tokio::spawn(accept(listener, queries, connections));
    _ = stop.read_u8().await;
    accepting.abort();
    _ = stopping.send(true);
    // Each connection holds a receiver until it has ended.
    stopping.closed().await;
}

async fn accept(listener: tokio::net::TcpListener, queries: Queries, stopping: watch::Receiver<bool>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                _ = stream.set_nodelay(true);
                tokio::spawn(connection::serve(stream, queries.clone(), stopping.clone()));
            }
            // Out of descriptors or the like: the connections that end make room.
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}
