//! The room `testing`, by which a bot's author tests a bot without a platform.

mod bot;

use bot::{Folder, lines};
use botyard::testing::{BotOptions, LogRecord, Metric};
use botyard::{Error, ErrorCode, error, input, log, metric, query, state, stop, success, success_with_data};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::{Duration, UNIX_EPOCH};
use tokio::runtime;

const MINUTE: Duration = Duration::from_secs(60);

/// The message of a panic.
fn message_of<T>(fails: impl FnOnce() -> T) -> String {
    let payload = panic::catch_unwind(AssertUnwindSafe(fails)).err().expect("it panics");
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).expect("a panic with a message")
}

fn messages(logs: &[LogRecord]) -> Vec<&str> {
    logs.iter().map(|record| record.message.as_str()).collect()
}

#[test]
fn a_bot_in_a_test_gets_its_config_and_what_it_emits_is_there_as_values() {
    fn look() -> Result<(), Error> {
        let input = input::parse()?;
        metric("price", &json!({ "symbol": input.config["symbol"], "value": 187.5 }))?;
        log::warn("slow")?;
        log::info_with("looked", &json!({ "bot": input.bot_id }))?;
        state::set("looks", &(state::get_as("looks")?.unwrap_or(0) + 1))?;
        success_with_data("looked", &json!({ "looks": state::get("looks")? }))
    }

    let now = UNIX_EPOCH + Duration::from_micros(1_795_858_200_123_456);
    let bot = BotOptions::new().config(&json!({ "symbol": "AAPL" })).id("mine").now(now).enter();
    assert_eq!(bot.result(), None);
    assert_eq!(bot.run(look).unwrap(), 0);
    let at = "2026-11-28T09:30:00.123Z".to_owned();
    let data = json!({ "symbol": "AAPL", "value": 187.5 });
    assert_eq!(bot.metrics(), [Metric { kind: "price".to_owned(), data, timestamp: at.clone() }]);
    let record = |level: &str, message: &str, data| LogRecord {
        level: level.to_owned(),
        message: message.to_owned(),
        data,
        timestamp: at.clone(),
    };
    let expected = [record("warn", "slow", None), record("info", "looked", Some(json!({ "bot": "mine" })))];
    assert_eq!(bot.logs(), expected);
    let result = json!({ "status": "success", "message": "looked", "data": { "looks": 1 } });
    assert_eq!(bot.result(), Some(result));
    drop(bot);

    let bot = BotOptions::new().enter();
    assert_eq!((bot.result(), state::list().unwrap()), (None, Vec::new()));
}

#[test]
fn a_bot_is_asked_to_stop_at_its_first_wait_or_after_the_time_that_a_test_gives() {
    fn beat() -> Result<(), Error> {
        while !stop::wait(Duration::ZERO)? {
            metric("beat", &json!({}))?;
            stop::wait(MINUTE)?;
        }
        Ok(())
    }

    for (seconds, beats) in [(0, 1), (60, 1), (61, 2), (180, 3)] {
        let time = Duration::from_secs(seconds);
        let bot = BotOptions::new().stop_after(time).enter();
        let before = bot.now();
        assert_eq!(bot.run(beat).unwrap(), 0);
        assert_eq!((bot.metrics().len(), bot.now()), (beats, before + time));
        assert!(stop::wait(Duration::MAX).unwrap());
    }
}

#[test]
fn a_test_stops_a_bot_by_a_call_also_one_that_awaits_the_future() {
    let bot = BotOptions::new().stop_after(Duration::MAX).enter();
    assert!(!stop::wait(60 * MINUTE).unwrap());
    let message = message_of(|| stop::wait(Duration::MAX));
    assert_eq!(message, "the bot would never be asked to stop, because stop_after is Duration::MAX");
    let awaits = || -> Result<(), Error> {
        runtime::Builder::new_current_thread().build().unwrap().block_on(async {
            let early = stop::future()?;
            thread::scope(|threads| threads.spawn(|| bot.stop()).join()).unwrap();
            early.await;
            stop::future()?.await;
            log::info("stopped")
        })
    };
    assert_eq!(bot.run(awaits).unwrap(), 0);
    assert_eq!(messages(&bot.logs()), ["stopped"]);
    assert!(stop::requested().unwrap());
}

#[test]
fn a_stop_reaches_threads_that_wait_and_not_the_next_bot() {
    let bot = BotOptions::new().stop_after(MINUTE).enter();
    let waits = || while !stop::wait(Duration::from_secs(1)).unwrap() {};
    thread::scope(|threads| (0..4).for_each(|_| _ = threads.spawn(waits)));
    drop(bot);
    let _bot = BotOptions::new().enter();
    assert!(!stop::requested().unwrap());
}

#[test]
fn error_ends_the_program_and_not_the_test() {
    fn look() -> Result<(), Error> {
        let _refused = error("no price");
        metric("price", &json!({}))
    }

    let bot = BotOptions::new().enter();
    assert_eq!(bot.run(look).unwrap(), 1);
    assert_eq!(bot.metrics(), []);
    assert_eq!(bot.result(), Some(json!({ "status": "error", "message": "no price" })));
    assert_eq!((bot.logs()[0].level.as_str(), messages(&bot.logs())), ("error", vec!["no price"]));
    let in_thread = || thread::spawn(look).join().map_err(|_| "the thread ended");
    assert_eq!(bot.run(|| in_thread().map(drop)).unwrap(), 1);
    assert_eq!(bot.run(|| success("again")).unwrap(), 0);
    assert_eq!(message_of(look), "the bot ended with exit code 1; let Bot::run run what ends it",);
}

#[test]
fn error_in_another_thread_ends_the_program_and_nothing_counts_after_it() {
    let bot = BotOptions::new().enter();
    let (ended, wait) = mpsc::channel();
    let (tell, told) = mpsc::channel();
    let program = || -> Result<(), Error> {
        state::set("before", &1)?;
        let (begun, begins) = mpsc::channel();
        thread::spawn(move || {
            log::info("begun").unwrap();
            begun.send(()).unwrap();
            wait.recv().unwrap();
            let codes = [
                metric("late", &json!({})).unwrap_err().code(),
                log::info("late").unwrap_err().code(),
                state::set("late", &1).unwrap_err().code(),
                success("late").unwrap_err().code(),
            ];
            tell.send((codes, stop::requested().unwrap())).unwrap();
        });
        begins.recv().unwrap();
        assert!(thread::spawn(|| error("no price")).join().is_err());
        metric("late", &json!({}))?;
        unreachable!("the program has ended");
    };
    assert_eq!(bot.run(program).unwrap(), 1);
    ended.send(()).unwrap();
    let codes = [
        ErrorCode::MetricWriteFailed,
        ErrorCode::LogWriteFailed,
        ErrorCode::StateWriteFailed,
        ErrorCode::ResultWriteFailed,
    ];
    assert_eq!(told.recv().unwrap(), (codes, true));
    assert_eq!((bot.metrics(), state::list().unwrap()), (Vec::new(), vec!["before".to_owned()]));
    assert_eq!(bot.logs().last().unwrap().message, "no price");
    assert_eq!(bot.result(), Some(json!({ "status": "error", "message": "no price" })));
    metric("of the test", &json!({})).unwrap();
    assert_eq!(bot.run(|| metric("again", &json!({}))).unwrap(), 0);
    assert_eq!(bot.metrics().len(), 2);
}

#[test]
fn a_destructor_runs_without_the_bot_that_has_ended() {
    struct Last;

    impl Drop for Last {
        fn drop(&mut self) {
            assert_eq!(log::info("late").unwrap_err().code(), "log.write_failed");
        }
    }

    let bot = BotOptions::new().enter();
    let program = || -> Result<(), Error> {
        let _last = Last;
        assert!(thread::spawn(|| error("no price")).join().is_err());
        metric("late", &json!({}))
    };
    assert_eq!(bot.run(program).unwrap(), 1);
    assert_eq!(messages(&bot.logs()), ["no price"]);
}

#[test]
fn a_thread_that_a_bot_leaves_behind_does_not_reach_the_next_one() {
    let bot = BotOptions::new().id("first").enter();
    let (go, wait) = mpsc::channel();
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        log::info("begun").unwrap();
        tell.send(Vec::new()).unwrap();
        while wait.recv().is_ok() {
            query::handler("/late", |_| 1).unwrap();
            let codes = vec![
                metric("late", &json!({})).unwrap_err().code(),
                log::info("late").unwrap_err().code(),
                state::set("late", &1).unwrap_err().code(),
                state::list().unwrap_err().code(),
                success("late").unwrap_err().code(),
            ];
            assert_eq!(input::parse().unwrap().bot_id, "first");
            assert!(stop::wait(MINUTE).unwrap());
            tell.send(codes).unwrap();
        }
    });
    told.recv().unwrap();
    drop(bot);
    let codes = [
        ErrorCode::MetricWriteFailed,
        ErrorCode::LogWriteFailed,
        ErrorCode::StateWriteFailed,
        ErrorCode::StateReadFailed,
        ErrorCode::ResultWriteFailed,
    ];
    let check = || {
        go.send(()).unwrap();
        assert_eq!(told.recv_timeout(Duration::from_secs(10)).unwrap(), codes);
    };
    check();
    assert!(!Path::new(".state").exists());
    let bot = BotOptions::new().enter();
    check();
    assert_eq!((bot.metrics(), bot.logs(), bot.result()), (Vec::new(), Vec::new(), None));
    assert!(state::list().unwrap().is_empty());
    assert_eq!(bot.ask("/late")["code"], "query.unknown_path");
}

/// [RES-15]
#[test]
fn a_run_that_reports_nothing_has_no_result_but_queries_keep_that_of_the_run() {
    let bot = BotOptions::new().enter();
    assert_eq!(bot.run(|| success("looked")).unwrap(), 0);
    for _ in 0..2 {
        bot.run(query::run).unwrap();
        assert_eq!(bot.result().unwrap()["message"], "looked");
    }
    assert_eq!(bot.run(|| log::info("nothing new")).unwrap(), 0);
    assert_eq!(bot.result(), None);
    bot.run(query::run).unwrap();
    assert_eq!(bot.result(), None);
}

#[test]
fn how_a_program_fails_reaches_the_test() {
    let bot = BotOptions::new().enter();
    assert_eq!(bot.run(|| Err("no such symbol")), Err("no such symbol"));
    assert_eq!(
        message_of(|| bot.run(|| -> Result<(), Error> { panic!("no such symbol") })),
        "no such symbol"
    );
}

#[test]
fn handlers_are_asked_and_cannot_change_the_state() {
    fn queries() -> Result<(), Error> {
        query::try_handler("/shares", |request| -> Result<_, Error> {
            let shares: i64 = state::get_as("shares")?.unwrap_or(0);
            Ok(shares * request.get_integer("times")?.unwrap_or(1))
        })?;
        query::try_handler("/sell", |_| state::set("shares", &0))?;
        query::try_handler("/report", |_| success("sold"))?;
        query::handler("/panic", |_| -> u8 { panic!("no quotes today") })?;
        query::run()
    }

    let bot = BotOptions::new().enter();
    state::set("shares", &10).unwrap();
    for _ in 0..2 {
        assert_eq!(bot.run(queries).unwrap(), 0);
    }
    let code = |path: &str| bot.ask(path)["code"].clone();
    assert_eq!(bot.ask_with("/shares", &json!({ "times": "3" })), json!({ "status": "ok", "data": 30 }));
    let refused = bot.ask_with("/shares", &json!({ "times": "x" }));
    assert_eq!((&refused["status"], &refused["code"]), (&json!("error"), &json!("query.invalid_param")));
    assert_eq!(code("/buy"), "query.unknown_path");
    assert_eq!(bot.logs(), []);
    for path in ["/sell", "/report", "/panic"] {
        assert_eq!(code(path), "query.handler_failed");
    }
    let kinds = bot.logs().into_iter().map(|record| record.data.unwrap()["type"].clone());
    assert_eq!(kinds.collect::<Vec<_>>(), ["Error", "Error", "panic"]);
    let place = bot.logs().pop().unwrap().data.unwrap()["file"].clone();
    assert!(place.as_str().unwrap().ends_with("tests/testing.rs"), "{place}");
    assert_eq!(bot.result(), None);
    state::set("shares", &11).unwrap();
    drop(bot);

    let bot = BotOptions::new().enter();
    assert_eq!(bot.ask("/shares")["code"], "query.unknown_path");
}

#[test]
fn bots_of_several_threads_take_turns_and_their_own_threads_belong_to_them() {
    let found = Mutex::new(BTreeSet::new());
    let check = |number: i64| {
        let bot = BotOptions::new().config(&json!({ "number": number })).enter();
        let mine = || input::parse().unwrap().config["number"].clone();
        thread::scope(|threads| {
            for _ in 0..2 {
                threads.spawn(|| (0..20).try_for_each(|_| metric("number", &json!({ "value": mine() }))));
            }
        });
        state::set("number", &mine()).unwrap();
        let metrics = bot.metrics();
        assert_eq!(metrics.len(), 40);
        assert!(metrics.iter().all(|metric| metric.data["value"] == number));
        assert_eq!(state::get("number").unwrap(), Some(Value::from(number)));
        found.lock().unwrap().insert(number);
    };
    thread::scope(|threads| (0..8).for_each(|number| _ = threads.spawn(move || check(number))));
    assert_eq!(found.into_inner().unwrap(), (0..8).collect());
}

#[test]
fn two_bots_cannot_be_entered_in_one_thread() {
    let bot = BotOptions::new().enter();
    let message = message_of(|| BotOptions::new().enter());
    assert_eq!(message, "another bot is entered in this thread; leave it first");
    drop(bot);
    _ = BotOptions::new().enter();
}

#[test]
fn a_bot_can_be_passed_to_a_thread_and_is_left_by_a_test_that_fails() {
    let bot = BotOptions::new().enter();
    let fails = thread::spawn(move || {
        bot.stop();
        assert!(bot.metrics().len() > 1, "too few");
    });
    assert!(fails.join().is_err());
    _ = BotOptions::new().enter();
}

/// A process of its own, because another test's bot may be entered in this one.
#[test]
fn afterwards_the_process_is_as_it_was_and_the_folder_is_gone() {
    let folder = Folder::new();
    let ended = folder.bot("tests", &[]).env("TMPDIR", folder.path("")).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
    let metrics = lines(&ended.stdout);
    assert_eq!(metrics.len(), 1);
    assert_eq!(metrics[0]["data"], json!({ "bot": "bot-1", "while": 1, "after": 0 }));
    assert_eq!(folder.files(), Vec::<String>::new());
}

#[test]
fn without_a_temporary_folder_no_bot_is_entered() {
    let folder = Folder::new();
    let ended = folder.bot("tests", &[]).env("TMPDIR", folder.path("missing")).output().unwrap();
    let told = String::from_utf8_lossy(&ended.stderr);
    assert!(told.contains("a temporary folder can be made: Os { code: 2"), "{told}");
}
