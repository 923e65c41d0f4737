//! Bots as processes: metrics, log, result, state, and how the process ends.

mod bot;

use bot::{Folder, lines};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, Stdio};

#[test]
fn metrics_are_written_at_once_in_order_and_after_what_the_bot_printed_itself() {
    let ended = Folder::new().run("runs", &["emit"]);
    let printed = String::from_utf8(ended.stdout).unwrap();
    for (n, line) in (1..=3).zip(printed.lines()) {
        let metric: Value =
            serde_json::from_str(line.strip_prefix(&format!("printed {n}: ")).unwrap()).unwrap();
        assert_eq!((&metric["_metric"], &metric["data"]), (&json!("count"), &json!({ "n": n })));
        assert_eq!(metric["timestamp"].as_str().map(str::len), Some("2026-11-22T10:00:00.000Z".len()));
    }
    assert_eq!(printed.lines().count(), 3);
    assert!(ended.status.success());
}

/// [MET-5, LOG-5]: the file's size is limited instead of the disk's.
#[test]
fn a_metric_after_one_that_was_cut_off_is_a_line_of_its_own() {
    let folder = Folder::new();
    let script = "trap '' XFSZ && ulimit -f 1 && exec \"$0\" fill >> output";
    let bot = folder.bot("runs", &[]);
    let mut shell = Command::new("sh");
    let ended =
        shell.args(["-c", script]).arg(bot.get_program()).current_dir(folder.path("")).output().unwrap();
    assert!(ended.status.success(), "{ended:?}");
    let output = fs::read(folder.path("output")).unwrap();
    assert!(output.starts_with(b"\n"), "no space was left within a line");
    assert!(lines(&output[1..]).iter().map(|line| &line["_metric"]).eq(["filled", "filled"]));
}

#[test]
fn a_bot_reads_its_identifier_and_configuration() {
    let ended = Folder::new().run("runs", &["configure"]);
    let log = &lines(&ended.stderr)[0];
    assert_eq!((&log["message"], &log["data"]), (&json!("bot-1"), &json!({ "symbol": "AAPL" })));
}

#[test]
fn main_shows_the_message_the_code_and_the_advice_of_an_error_and_exits_with_1() {
    let ended = Folder::new().bot("runs", &["configure"]).env("BOT_ID", "").output().unwrap();
    assert_eq!(ended.status.code(), Some(1));
    let shown = String::from_utf8(ended.stderr).unwrap();
    assert!(
        shown.contains("BOT_ID is not set [input.missing_bot_id]\nRun the bot on the platform"),
        "{shown}"
    );
}

#[test]
fn success_writes_the_result_and_the_run_goes_on() {
    let folder = Folder::new();
    let ended = folder.run("runs", &["succeed"]);
    let result = json!({ "status": "success", "message": "three orders", "data": [1, 2, 3] });
    assert_eq!(folder.json("result.json"), result);
    let log = lines(&ended.stderr);
    assert_eq!((&log[0]["message"], &log[1]), (&json!("after the report"), &json!("dropped")));
    assert!(ended.status.success());
}

/// [ENV-5, RES-12]
#[test]
fn a_query_process_has_no_result() {
    for variable in ["QUERY_PATH", "QUERY_PORT"] {
        let folder = Folder::new();
        let ended = folder.bot("runs", &["succeed"]).env(variable, "1").output().unwrap();
        let shown = String::from_utf8(ended.stderr).unwrap();
        assert!(shown.contains("success cannot be used in a query process [result.in_query]"), "{shown}");
        assert_eq!((ended.status.code(), folder.files()), (Some(1), vec![]));
    }
}

#[test]
fn error_writes_result_and_log_line_and_ends_with_1_without_dropping_anything() {
    let folder = Folder::new();
    let ended = folder.run("runs", &["fail"]);
    assert_eq!(ended.status.code(), Some(1));
    let result = json!({ "status": "error", "message": "no price", "data": { "symbol": "AAPL" } });
    assert_eq!(folder.json("result.json"), result);
    let log = lines(&ended.stderr);
    assert_eq!(log.len(), 1, "{log:?}");
    assert_eq!((&log[0]["level"], &log[0]["message"]), (&json!("error"), &json!("no price")));
    assert_eq!(log[0].get("data"), None);
    assert_eq!(ended.stdout, b"printed without a line feed");
}

#[test]
fn a_result_that_cannot_be_written_is_logged_and_the_bot_still_ends_with_1() {
    let folder = Folder::new();
    fs::create_dir(folder.path("folder")).unwrap();
    for (path, reason) in [(folder.path("missing/result.json"), "ENOENT"), (folder.path("folder"), "EISDIR")]
    {
        let ended = folder.bot("runs", &["fail"]).env("RESULT_PATH", &path).output().unwrap();
        assert_eq!(ended.status.code(), Some(1));
        let messages: Vec<_> = lines(&ended.stderr).iter().map(|line| line["message"].clone()).collect();
        let failed = format!("cannot write the result to {}: {reason}", path.display());
        assert_eq!(messages, ["no price", failed.as_str()]);
    }
    assert_eq!(folder.files(), [""; 0]);
}

/// [ST-4, ST-10, ST-12, ST-13]
#[test]
fn a_key_is_a_regular_file_and_need_not_be_json() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("state/folder.json")).unwrap();
    for (name, content) in [("b.json", "1"), ("a.json", "2"), ("broken.json", ""), ("note.txt", "mine")] {
        fs::write(folder.path("state").join(name), content).unwrap();
    }
    symlink("a.json", folder.path("state/link.json")).unwrap();
    let ended = folder.run("runs", &["keys"]);
    let log = lines(&ended.stderr);
    assert_eq!(log[0]["data"], json!({ "list": ["a", "b", "broken"], "broken": { "Err": "state.corrupt" } }));
    assert_eq!(log[1]["data"], json!({ "exists": false, "value": null }));
    assert!(ended.status.success());
    assert_eq!(folder.files(), ["note.txt"]);
    assert!(folder.path("state/folder.json").exists() && folder.path("state/link.json").is_symlink());
}

/// [ENV-4, ST-17]
#[test]
fn the_first_value_makes_the_state_directory_whose_path_is_cleaned_by_its_text() {
    let folder = Folder::new();
    let mut bot = folder.bot("runs", &["read"]);
    bot.env("STATE_DIR", folder.path("missing/../state/of//bot")).output().unwrap();
    assert_eq!(folder.json("state/of/bot/text.json"), "three");
    assert!(!folder.path("missing").exists());
}

#[test]
fn a_result_is_replaced_as_a_whole() {
    let folder = Folder::new();
    let mut child = folder.bot("runs", &["report"]).stderr(Stdio::null()).spawn().unwrap();
    let mut seen = 0;
    while child.try_wait().unwrap().is_none() {
        if let Ok(text) = fs::read(folder.path("result.json")) {
            let result: Value =
                serde_json::from_slice(&text).expect("a reader never sees a part of a result");
            assert!(result["n"].as_u64() >= Some(seen));
            seen = result["n"].as_u64().unwrap();
        }
    }
    assert!(seen > 0);
    assert_eq!(folder.json("result.json")["n"], 300);
    assert_eq!(folder.files(), ["result.json"]);
}

#[test]
fn what_is_set_survives_kill_9() {
    let folder = Folder::new();
    let mut kept = 0;
    for _ in 0..3 {
        let mut child = folder.bot("runs", &["count"]).stdout(Stdio::piped()).spawn().unwrap();
        for line in BufReader::new(child.stdout.take().unwrap()).lines().take(25) {
            kept = lines(line.unwrap().as_bytes())[0]["data"]["n"].as_u64().unwrap();
        }
        child.kill().unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(9));
        // The next value may have been set before the metric of this one was read.
        assert!(folder.json("state/count.json").as_u64() >= Some(kept));
    }
    assert!(kept >= 72, "each process continues where the last one was killed, got {kept}");
}

#[test]
fn a_value_of_another_type_is_named_and_main_returns_it_as_an_error_of_the_sdk() {
    let folder = Folder::new();
    let ended = folder.run("runs", &["read"]);
    assert_eq!(ended.status.code(), Some(1));
    let shown = String::from_utf8(ended.stderr).unwrap();
    let reason = "it must be an integer from 0 to 18446744073709551615, got a string";
    let message = format!("the value of state key \"text\" is of another type: {reason} [state.wrong_type]");
    let cause = "Caused by: invalid type: string \"three\", expected u64";
    assert!(shown.contains(&format!("{message}\n{cause}\n")), "{shown}");
    assert_eq!(folder.json("state/text.json"), "three");
}
