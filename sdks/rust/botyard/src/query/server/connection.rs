use super::exchange::{self, Queries};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::watch;

/// How long a connection that is closed after its answer waits for what the peer is still sending.
const LINGER: Duration = Duration::from_secs(1);

/// Serves one connection until the peer closes it or, once the server stops, until the requests that have been received
/// are answered.
///
/// The server ends the process when every connection has dropped its receiver of `stopping`.
pub(super) async fn serve(stream: TcpStream, queries: Queries, stopping: watch::Receiver<bool>) {
    // The future drops its receiver when the server stops, long before the last answer is sent.
    let mut told = stopping.clone();
    let stopped = async move { _ = told.wait_for(|&stops| stops).await };
    let socket = Socket { stream, stopped: Box::pin(stopped), unread: None };
    let service = service_fn(|request| Box::pin(exchange::answer(request, queries.clone())));
    let mut connection =
        http1::Builder::new().half_close(true).serve_connection(TokioIo::new(socket), service);
    _ = poll_fn(|cx| connection.poll_without_shutdown(cx)).await;
    let stream = connection.into_parts().io.into_inner().stream;
    _ = tokio::time::timeout(LINGER, pin!(close(stream))).await;
    drop(stopping);
}

/// Closes a connection so that the peer can read its last answer: unread bytes would make the system discard it.
async fn close(mut stream: TcpStream) -> io::Result<()> {
    stream.shutdown().await?;
    let mut rest = [0; 16_384];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}

/// A socket whose input ends where it is when the server stops. What has been received until then, also a request that
/// waits behind another one, is read; hyper answers it and closes the connection.
struct Socket {
    stream: TcpStream,
    stopped: Pin<Box<dyn Future<Output = ()> + Send>>,
    /// Once the server stops: the number of bytes that have been received and not read.
    unread: Option<u64>,
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.unread.is_none() && self.stopped.as_mut().poll(cx).is_ready() {
            self.unread = Some(rustix::io::ioctl_fionread(&self.stream)?);
        }
        if self.unread == Some(0) {
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        let poll = Pin::new(&mut self.stream).poll_read(cx, buffer);
        let read = buffer.filled().len() - before;
        self.unread = self.unread.map(|unread| unread.saturating_sub(read as u64));
        poll
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, parts)
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
