//! Query programs as processes: one-shot and as a server.

mod bot;

use bot::{Folder, Server, answers, lines, wait_until};
use serde_json::{Value, json};
use std::io::{Read as _, Write as _};

fn one_shot(path: &str, params: &str) -> (Option<i32>, Value, Vec<Value>) {
    let folder = Folder::new();
    let mut command = folder.bot("answers", &[]);
    let ended = command.env("QUERY_PATH", path).env("QUERY_PARAMS", params).output().unwrap();
    (ended.status.code(), folder.json("result.json"), lines(&ended.stderr))
}

#[test]
fn a_one_shot_query_writes_its_answer_and_ends() {
    let (code, answer, log) = one_shot("/double", "{\"n\":\"21\"}");
    assert_eq!((code, answer, log), (Some(0), json!({ "status": "ok", "data": 42 }), vec![]));
}

#[test]
fn a_panic_is_the_answer_and_one_log_line_with_its_place() {
    let (code, answer, log) = one_shot("/panic", "{}");
    let failed = json!({ "status": "error", "error": "no quotes today", "code": "query.handler_failed" });
    assert_eq!((code, answer, log.len()), (Some(1), failed, 1));
    let data = &log[0]["data"];
    assert_eq!((&data["type"], &data["path"]), (&json!("panic"), &json!("/panic")));
    assert!(data["file"].as_str().unwrap().ends_with("tests/bots/answers.rs"), "{data}");
    assert_eq!(data["line"], 14);
}

#[test]
fn a_parameter_that_does_not_fit_is_named_whatever_error_type_the_handler_returns() {
    for (path, params, error) in [
        ("/own", r#"{"list":true}"#, "parameter \"list\" must be an array, got true"),
        ("/boxed", r#"{"text":5}"#, "parameter \"text\" must be a string, got 5"),
        ("/shared", r#"{"n":"x"}"#, "parameter \"n\" must be an integer, got \"x\""),
    ] {
        let (code, answer, log) = one_shot(path, params);
        let refused = json!({ "status": "error", "error": error, "code": "query.invalid_param" });
        assert_eq!((code, answer, log), (Some(1), refused, vec![]));
    }
}

/// [Q-48]
#[test]
fn a_refused_parameter_that_is_thrown_by_itself_or_in_a_box_is_a_client_error() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    let error = "parameter \"n\" must be an integer, got \"x\"";
    let refused = json!({ "status": "error", "error": error, "code": "query.invalid_param" });
    assert_eq!(server.get("/thrown?n=x"), (400, refused.clone()));
    assert_eq!(server.get("/thrown?n=x&boxed=1"), (400, refused));
    server.terminate();
    assert_eq!(server.end().1, [Value::Null; 0]);
}

/// [Q-44, Q-49]
#[test]
fn an_error_that_is_thrown_in_a_box_is_logged_with_its_causes_also_in_left_work() {
    let folder = Folder::new();
    let mut server = Server::start(&folder);
    assert_eq!(server.get("/thrown?n=1"), (500, json!({ "status": "error", "error": "own error" })));
    let without = json!({ "status": "error", "error": "the handler failed without a message" });
    assert_eq!(server.get("/faulty"), (500, without));
    assert_eq!(server.get("/left"), (200, Value::Null));
    let mut log = server.log_of(3);
    assert_eq!(log.remove(1)["message"], "the handler failed without a message");
    for line in log {
        let cause = json!([{ "type": "Error", "message": "state is read-only in a query process: set" }]);
        assert_eq!((&line["message"], &line["data"]["cause"]), (&json!("own error"), &cause));
        assert_eq!(line["data"]["type"], "panic");
        assert!(line["data"]["file"].as_str().unwrap().ends_with("tests/bots/answers.rs"), "{line}");
    }
}

/// [Q-50]
#[test]
fn a_connection_ends_with_the_answer_to_a_body_that_is_too_large() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    let mut stream = server.connect();
    let head = "POST /double HTTP/1.1\r\nHost: bot\r\nTransfer-Encoding: chunked\r\n\r\n";
    let (most, next) = ("x".repeat(1_048_576), "GET /double?n=2 HTTP/1.1\r\nHost: bot\r\n\r\n");
    let chunks = format!("100000\r\n{most}\r\n1\r\nx\r\n0\r\n\r\n");
    stream.write_all(format!("{head}{chunks}{next}").as_bytes()).unwrap();
    let answers = answers(stream);
    assert_eq!((answers.len(), answers[0].0), (1, 413));
}

#[test]
fn a_handler_fails_with_the_message_of_any_error_it_returns() {
    for (path, params, error) in
        [("/boxed", r#"{"text":"x"}"#, "invalid float literal"), ("/text", "{}", "not today")]
    {
        let (_, answer, log) = one_shot(path, params);
        assert_eq!((&answer["error"], &answer["code"]), (&json!(error), &json!("query.handler_failed")));
        assert_eq!((log.len(), &log[0]["message"]), (1, &json!(error)));
    }
}

#[test]
fn a_query_cannot_change_the_state() {
    for operation in ["set", "delete", "clear"] {
        let (_, answer, log) = one_shot(&format!("/{operation}"), "{}");
        assert_eq!(answer["error"], format!("state is read-only in a query process: {operation}"));
        assert_eq!(log[0]["data"]["type"], "Error");
    }
}

#[test]
fn a_server_answers_reports_failures_and_ends_with_0_at_sigterm() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    assert_eq!(server.get("/double?n=4"), (200, json!(8)));
    assert_eq!(server.get("/async"), (200, json!(7)));
    assert_eq!(server.get("/health"), (200, json!({ "status": "ok" })));
    assert_eq!(server.get("/panic"), (500, json!({ "status": "error", "error": "no quotes today" })));
    let (status, answer) = server.get("/nothing");
    assert_eq!((status, &answer["code"]), (404, &json!("query.unknown_path")));
    let mut stream = server.connect();
    stream.write_all(b"PUT /double HTTP/1.1\r\nHost: bot\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 405 ") && answer.contains("\r\nallow: GET, POST\r\n"), "{answer}");
    server.terminate();
    let (ended, log) = server.end();
    assert_eq!((ended.code(), log.len()), (Some(0), 1));
}

#[test]
fn at_sigterm_all_requests_that_have_been_received_are_answered() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    let file = folder.path("go").display().to_string();
    let mut stream = server.connect();
    let (first, rest) = ("/wait?file=", " HTTP/1.1\r\nHost: bot\r\n\r\n");
    // The last request is not complete. All is one write, so that the system sends it as a whole.
    let requests =
        format!("GET {first}{file}{rest}GET /double?n=2{rest}GET /double?n=3{rest}GET /double?n=4 HT");
    stream.write_all(requests.as_bytes()).unwrap();
    let idle = server.connect();
    wait_until(|| folder.path("go.begun").exists());
    server.terminate();
    assert_eq!(answers(idle), []);
    std::fs::write(&file, "").unwrap();
    assert_eq!(answers(stream), [(200, Value::Null), (200, json!(4)), (200, json!(6))]);
    assert_eq!(server.end().0.code(), Some(0));
}

#[test]
fn at_sigterm_a_request_that_was_received_behind_a_waiting_one_is_answered() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    let file = folder.path("go").display().to_string();
    let mut stream = server.connect();
    let rest = " HTTP/1.1\r\nHost: bot\r\n\r\n";
    stream.write_all(format!("GET /wait?file={file}{rest}GET /double?n=2{rest}").as_bytes()).unwrap();
    wait_until(|| folder.path("go.begun").exists());
    // The server has read the first two and leaves the third one in the socket.
    stream.write_all(format!("GET /double?n=3{rest}GET /double?n=4 HT").as_bytes()).unwrap();
    server.terminate();
    std::fs::write(&file, "").unwrap();
    assert_eq!(answers(stream), [(200, Value::Null), (200, json!(4)), (200, json!(6))]);
    assert_eq!(server.end().0.code(), Some(0));
}

#[test]
fn handlers_that_wait_do_not_delay_other_queries() {
    let folder = Folder::new();
    let server = Server::start(&folder);
    // In all rounds together there are more of them than handlers that may run at once.
    for round in 0..3 {
        let [first, others] = ["first", "others"].map(|name| folder.path(&format!("{name}{round}")));
        server.wait_until_it_rests();
        let waiting: Vec<_> = (0..31)
            .map(|n| {
                let mut stream = server.connect();
                let file = if n == 0 { &first } else { &others }.display();
                write!(stream, "GET /wait?file={file} HTTP/1.1\r\nHost: bot\r\nConnection: close\r\n\r\n")
                    .unwrap();
                stream
            })
            .collect();
        wait_until(|| first.with_extension("begun").exists() && others.with_extension("begun").exists());
        assert_eq!(server.get("/double?n=1"), (200, json!(2)));
        std::fs::write(first, "").unwrap();
        std::fs::write(others, "").unwrap();
        assert!(waiting.into_iter().all(|stream| answers(stream) == [(200, Value::Null)]));
    }
}
