mod connection;
mod exchange;

use crate::Error;
use crate::process::{end, environment, panics, system_error};
use std::net::{TcpListener, ToSocketAddrs as _};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// How many handlers run at once; further queries wait.
const THREADS: usize = 64;

/// Serves until SIGTERM or SIGINT, then finishes the queries that have been received and ends the process.
///
/// One thread does all reading and writing; each handler has a thread of the pool, so that a slow one delays no other.
pub(super) fn run() -> Result<(), Error> {
    let (host, port) = address()?;
    let failed = |reason: &str| {
        Error::new("query.listen_failed", &[("host", &host), ("port", &port.to_string()), ("reason", reason)])
    };
    let system = |cause: std::io::Error| failed(&system_error::name(&cause)).with_source(cause);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(THREADS)
        .build()
        .map_err(system)?;
    let addresses: Vec<_> = (host.as_str(), port)
        .to_socket_addrs()
        .map_err(|cause| failed("ENOTFOUND").with_source(cause))?
        .collect();
    runtime.block_on(async {
        let stop = [SignalKind::terminate(), SignalKind::interrupt()].map(signal);
        let listener = TcpListener::bind(&addresses[..]).and_then(|listener| {
            listener.set_nonblocking(true)?;
            tokio::net::TcpListener::from_std(listener)
        });
        let (listener, [terminate, interrupt]) = (listener.map_err(system)?, stop);
        panics::install();
        serve(listener, terminate.map_err(system)?, interrupt.map_err(system)?).await;
        Ok::<_, Error>(())
    })?;
    end::now(0)
}

fn address() -> Result<(String, u16), Error> {
    let port = environment::get("QUERY_PORT").map_or(Ok(9476), |text| botyard_core::query::port(&text))?;
    Ok((environment::get("QUERY_HOST").unwrap_or_else(|| "127.0.0.1".to_owned()), port))
}

async fn serve(listener: tokio::net::TcpListener, mut terminate: Signal, mut interrupt: Signal) {
    let (drain, draining) = watch::channel(false);
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    _ = stream.set_nodelay(true);
                    connections.spawn(connection::serve(stream, draining.clone()));
                }
                // Out of descriptors or the like: the connections that end make room.
                Err(_) => tokio::time::sleep(std::time::Duration::from_millis(10)).await,
            },
            Some(_) = connections.join_next() => {}
            _ = terminate.recv() => break,
            _ = interrupt.recv() => break,
        }
    }
    drop(listener);
    _ = drain.send(true);
    while connections.join_next().await.is_some() {}
}
