//! The platform's request to stop.

mod bot;

use bot::{Folder, Server, lines};
use botyard::stop;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::process::ExitStatusExt as _;
use std::pin::pin;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::task::{Context, Wake};

/// Starts a bot, sends SIGTERM when it is ready, and returns how it ended and its metrics.
fn asked_to_stop(work: &str) -> (ExitStatus, Vec<Value>) {
    let folder = Folder::new();
    let mut child = folder.bot("stops", &[work]).stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut printed = String::new();
    while !printed.contains("\"ready\"") {
        assert!(output.read_line(&mut printed).unwrap() > 0, "{work}: {printed}");
    }
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    output.read_to_string(&mut printed).unwrap();
    (child.wait().unwrap(), lines(printed.as_bytes()))
}

fn ends_well(work: &str) {
    let (ended, metrics) = asked_to_stop(work);
    let last = metrics.last().unwrap();
    assert_eq!((&last["_metric"], &last["data"]), (&json!("stopped"), &json!({ "well": true })));
    assert!(ended.success(), "{ended}");
}

/// [STOP-1 … STOP-3]
#[test]
fn all_threads_that_wait_are_told_of_the_request_and_the_bot_ends_by_itself() {
    ends_well("wait");
}

/// [STOP-2]
#[test]
fn a_future_is_ready_on_any_executor_when_the_request_comes_and_after_it() {
    ends_well("future");
}

/// [STOP-4]
#[test]
fn a_handler_that_the_bot_installed_before_is_called_as_well() {
    ends_well("own handler");
}

/// [STOP-1]
#[test]
fn a_bot_that_does_not_use_it_dies_by_the_signal() {
    let (ended, metrics) = asked_to_stop("unused");
    assert_eq!((ended.signal(), metrics.len()), (Some(15), 1));
}

/// [STOP-5]
#[test]
fn without_a_free_descriptor_it_is_unavailable_and_a_later_call_tries_again() {
    let (ended, metrics) = asked_to_stop("too many files");
    let message = "a request to stop cannot be received: EMFILE";
    assert_eq!(metrics[0]["data"], json!({ "code": "stop.unavailable", "message": message }));
    assert_eq!(metrics.last().unwrap()["data"], json!({ "well": true }));
    assert!(ended.success());
}

///
#[test]
fn a_query_server_whose_handlers_use_it_still_ends_at_sigterm() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    assert_eq!(server.get("/stop"), (200, json!(false)));
    server.terminate();
    assert_eq!(server.end().0.code(), Some(0));
}

#[test]
fn a_future_that_is_dropped_leaves_nothing_behind() {
    struct Nothing;
    impl Wake for Nothing {
        fn wake(self: Arc<Self>) {}
    }
    let nothing = Arc::new(Nothing);
    let waker = Arc::clone(&nothing).into();
    for _ in 0..3 {
        let mut future = pin!(stop::future().unwrap());
        for _ in 0..3 {
            assert!(future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
        }
        assert_eq!(Arc::strong_count(&nothing), 3);
    }
    assert_eq!(Arc::strong_count(&nothing), 2);
}
