//! A bot that is asked to stop, in the way that its argument says.

use botyard::{Error, metric, stop};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::json;
use signal_hook::consts::SIGTERM;
use std::env;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;
use tokio::runtime;

const LONG: Duration = Duration::from_secs(60);

fn main() -> Result<(), Error> {
    match env::args().nth(1).unwrap_or_default().as_str() {
        "wait" => {
            assert!(!stop::requested()?);
            let waiting = [(); 3].map(|()| thread::spawn(|| stop::wait(Duration::MAX)));
            ready()?;
            assert!(waiting.into_iter().all(|thread| thread.join().unwrap().unwrap()));
            stopped(stop::requested()? && stop::wait(LONG)?)
        }
        "future" => {
            let own = thread::spawn(|| block_on(stop::future().unwrap()));
            let runtime = runtime::Builder::new_current_thread().enable_time().build().unwrap();
            runtime.block_on(async {
                let other = tokio::spawn(stop::future()?);
                let mut early = Box::pin(stop::future()?);
                assert!(tokio::time::timeout(Duration::from_millis(20), &mut early).await.is_err());
                drop(early);
                ready()?;
                tokio::time::timeout(LONG, other).await.unwrap().unwrap();
                stop::future()?.await;
                Ok::<_, Error>(())
            })?;
            own.join().unwrap();
            stopped(stop::requested()?)
        }
        "own handler" => {
            let called = Arc::new(AtomicBool::new(false));
            signal_hook::flag::register(SIGTERM, Arc::clone(&called)).unwrap();
            ready_when_asked()?;
            stopped(stop::wait(LONG)? && called.load(Ordering::SeqCst))
        }
        "unused" => {
            ready()?;
            thread::sleep(LONG);
            stopped(false)
        }
        "too many files" => {
            let limit = getrlimit(Resource::Nofile);
            setrlimit(Resource::Nofile, Rlimit { current: Some(3), ..limit }).unwrap();
            let refused = stop::requested().unwrap_err();
            metric("refused", &json!({ "code": refused.code(), "message": refused.to_string() }))?;
            setrlimit(Resource::Nofile, limit).unwrap();
            ready_when_asked()?;
            stopped(stop::wait(LONG)?)
        }
        other => panic!("no such work: {other}"),
    }
}

fn ready_when_asked() -> Result<(), Error> {
    assert!(!stop::requested()?);
    ready()
}

fn ready() -> Result<(), Error> {
    metric("ready", &json!({}))
}

fn stopped(well: bool) -> Result<(), Error> {
    metric("stopped", &json!({ "well": well }))
}

/// The smallest executor.
fn block_on(future: impl Future) {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    while future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
        thread::park();
    }
}
