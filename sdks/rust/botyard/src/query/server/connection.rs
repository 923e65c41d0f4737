use super::exchange;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::watch;

/// How long a connection that is closed after its answer waits for what the peer is still sending.
const LINGER: Duration = Duration::from_secs(1);

/// What keeps a connection open when the server stops.
#[derive(Default)]
pub(super) struct Work {
    /// Queries that have been received completely and are not answered yet.
    pub(super) queries: AtomicUsize,
    /// Whether a part of an answer waits for the peer.
    is_blocked: AtomicBool,
}

impl Work {
    fn is_done(&self) -> bool {
        self.queries.load(Ordering::SeqCst) == 0 && !self.is_blocked.load(Ordering::SeqCst)
    }
}

/// Serves one connection until the peer closes it or, once the server stops, until nothing on it is under way.
pub(super) async fn serve(stream: TcpStream, mut draining: watch::Receiver<bool>) {
    let work = Arc::new(Work::default());
    let service = service_fn(|request| Box::pin(exchange::answer(request, work.clone())));
    let socket = Socket { stream, work: work.clone() };
    let mut connection =
        http1::Builder::new().half_close(true).serve_connection(TokioIo::new(socket), service);
    tokio::select! {
        ended = poll_fn(|cx| connection.poll_without_shutdown(cx)) => drop(ended),
        _ = draining.changed() => {
            Pin::new(&mut connection).graceful_shutdown();
            poll_fn(|cx| match connection.poll_without_shutdown(cx) {
                Poll::Pending if !work.is_done() => Poll::Pending,
                _ => Poll::Ready(()),
            })
            .await;
        }
    }
    let stream = connection.into_parts().io.into_inner().stream;
    _ = tokio::time::timeout(LINGER, pin!(close(stream))).await;
}

/// Closes a connection so that the peer can read its last answer: unread bytes would make the system discard it.
async fn close(mut stream: TcpStream) -> io::Result<()> {
    stream.shutdown().await?;
    let mut rest = [0; 16_384];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}

/// A socket that knows whether it has bytes to write that the peer does not take.
struct Socket {
    stream: TcpStream,
    work: Arc<Work>,
}

impl Socket {
    fn noted<T>(&self, poll: Poll<T>) -> Poll<T> {
        self.work.is_blocked.store(poll.is_pending(), Ordering::SeqCst);
        Poll::Ready(ready!(poll))
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.noted(poll)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.noted(poll)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
