mod connection;
mod exchange;

use crate::Error;
use crate::process::{end, environment, panics, system_error};
use signal_hook::consts::{SIGINT, SIGTERM};
use std::io;
use std::net::{TcpListener, ToSocketAddrs as _};
use std::os::unix::net::UnixStream;
use std::time::Duration;
use tokio::io::AsyncReadExt as _;
use tokio::sync::{Semaphore, watch};

/// How many handlers run at once; further queries wait.
const HANDLERS: usize = 64;
static FREE: Semaphore = Semaphore::const_new(HANDLERS);

/// Serves until SIGTERM or SIGINT, then finishes the queries that have been received and ends the process.
///
/// One thread does all reading and writing. It runs a handler itself, and another thread of the pool takes over the reading
/// and writing meanwhile: a slow handler delays no other, and a quick one waits for no thread to wake up.
pub(super) fn run() -> Result<(), Error> {
    let (host, port) = address()?;
    let failed = |reason: &str| {
        Error::new("query.listen_failed", &[("host", &host), ("port", &port.to_string()), ("reason", reason)])
    };
    let system = |cause: io::Error| failed(&system_error::name(&cause)).with_source(cause);
    let addresses: Vec<_> = (host.as_str(), port)
        .to_socket_addrs()
        .map_err(|cause| failed("ENOTFOUND").with_source(cause))?
        .collect();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .worker_threads(1)
        .max_blocking_threads(HANDLERS + 1)
        .build()
        .map_err(system)?;
    let stop = stop_signals().map_err(system)?;
    let listener = TcpListener::bind(&addresses[..]).map_err(system)?;
    panics::install();
    runtime.block_on(serve(listener, stop)).map_err(system)?;
    end::now(0)
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

async fn serve(listener: TcpListener, stop: UnixStream) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    stop.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let (stopping, connections) = watch::channel(false);
    let accepting = tokio::spawn(accept(listener, connections));
    tokio::net::UnixStream::from_std(stop)?.read_u8().await?;
    accepting.abort();
    _ = stopping.send(true);
    // Each connection holds a receiver until it has ended.
    stopping.closed().await;
    Ok(())
}

async fn accept(listener: tokio::net::TcpListener, stopping: watch::Receiver<bool>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                _ = stream.set_nodelay(true);
                tokio::spawn(connection::serve(stream, stopping.clone()));
            }
            // Out of descriptors or the like: the connections that end make room.
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}
