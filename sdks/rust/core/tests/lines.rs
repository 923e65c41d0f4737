//! The lines of bots as the platform reads them.

use botyard_core::log::{Level, Line, Stream, read_line};
use botyard_core::{log, metric, timestamp};
use serde_json::{Map, Value, json};

fn metric(kind: &str, data: Value, time: Option<&str>) -> (String, Value, Option<String>) {
    (kind.to_owned(), data, time.map(str::to_owned))
}

/// The type, data and time of a line that is read as a metric, whatever its stream.
fn metric_of(text: &str) -> (String, Value, Option<String>) {
    let line = read_line(text, Stream::Stdout);
    assert_eq!(line, read_line(text, Stream::Stderr), "{text}");
    match line {
        Line::Metric { kind, data, time } => (kind, data.into(), time.map(timestamp)),
        Line::Log { .. } => panic!("{text} is read as a log record"),
    }
}

/// The level, message, fields and time of a line that is read as a log record.
fn log_of(text: &str, stream: Stream) -> (Level, String, Value, Option<String>) {
    match read_line(text, stream) {
        Line::Log { level, message, fields, time } => (level, message, fields.into(), time.map(timestamp)),
        Line::Metric { .. } => panic!("{text} is read as a metric"),
    }
}

/// [MET-4, MET-7]
#[test]
fn a_metric_is_read_back_as_the_sdk_wrote_it() {
    let data =
        json!({ "_metric": "x", "timestamp": 1, "type": "BUY", "data": { "a": 1 }, "line\nfeed": null });
    let line = metric::line("sig\nnal", &data, 1_795_271_423_123).unwrap();
    let text = str::from_utf8(&line).unwrap().trim_end_matches('\n');
    assert_eq!(metric_of(text), metric("sig\nnal", data, Some("2026-11-21T14:30:23.123Z")));
}

/// [MET-7]
#[test]
fn keys_next_to_the_data_of_a_metric_are_ignored() {
    let text = r#"{"x":2,"_metric":"m","data":{"a":1},"level":"error","time":0}"#;
    assert_eq!(metric_of(text), metric("m", json!({ "a": 1 }), None));
    assert_eq!(metric_of(r#"{"_metric":"m","data":{}}"#), metric("m", json!({}), None));
}

/// [MET-8]
#[test]
fn without_an_object_data_all_keys_but_type_and_timestamp_are_the_data_of_a_metric() {
    let text = r#"{"_metric":"price","level":30,"value":1.5,"timestamp":"2026-11-20T15:30:00+01:00"}"#;
    let data = json!({ "level": 30, "value": 1.5 });
    assert_eq!(metric_of(text), metric("price", data, Some("2026-11-20T14:30:00.000Z")));
    for data in ["[1]", "null", "\"x\"", "5", "true"] {
        let text = format!(r#"{{"_metric":"m","data":{data},"time":5}}"#);
        let data: Value = data.parse().unwrap();
        assert_eq!(metric_of(&text), metric("m", json!({ "data": data, "time": 5 }), None), "{text}");
    }
    assert_eq!(metric_of(r#"{"_metric":"m"}"#), metric("m", json!({}), None));
}

/// [MET-11, LOG-8]
#[test]
fn a_metric_has_no_time_but_a_valid_timestamp_and_an_invalid_one_is_discarded() {
    for time in ["\"noon\"", "-1", "null", "\"2026-02-30T00:00:00Z\""] {
        let enveloped = format!(r#"{{"_metric":"m","data":{{"a":1}},"timestamp":{time}}}"#);
        assert_eq!(metric_of(&enveloped), metric("m", json!({ "a": 1 }), None), "{time}");
        let flat = format!(r#"{{"_metric":"m","timestamp":{time},"a":1}}"#);
        assert_eq!(metric_of(&flat), metric("m", json!({ "a": 1 }), None), "{time}");
    }
    let text = r#"{"_metric":"m","timestamp":"noon","time":0,"ts":0,"@timestamp":0}"#;
    assert_eq!(metric_of(text), metric("m", json!({ "time": 0, "ts": 0, "@timestamp": 0 }), None));
    let text = r#"{"_metric":"m","timestamp":1763734500,"data":{}}"#;
    assert_eq!(metric_of(text), metric("m", json!({}), Some("2025-11-21T14:15:00.000Z")));
}

/// [MET-10]
#[test]
fn a_line_whose_metric_type_is_no_text_or_empty_is_a_log_record() {
    for kind in ["\"\"", "5", "null", "true", "[\"m\"]", "{}"] {
        let text = format!(r#"{{"_metric":{kind},"data":{{"a":1}},"level":"warn"}}"#);
        let kind: Value = kind.parse().unwrap();
        let fields = json!({ "_metric": kind, "data": { "a": 1 } });
        assert_eq!(log_of(&text, Stream::Stdout), (Level::Warn, String::new(), fields, None), "{text}");
    }
}

/// [MET-13, JSON-12]: the object of the line and that of the data are around it.
#[test]
fn what_a_bot_may_emit_at_the_greatest_depth_and_length_is_read_as_a_metric() {
    let deepest = (1..64).fold(json!({}), |inner, _| json!({ "a": inner }));
    let around = metric::line("m", &json!({ "x": "" }), 0).unwrap().len() - 1;
    let longest = json!({ "x": "x".repeat(metric::MAX_LINE - around) });
    for data in [deepest, longest] {
        let line = metric::line("m", &data, 0).unwrap();
        let text = str::from_utf8(&line).unwrap().trim_end_matches('\n');
        assert_eq!(metric_of(text), metric("m", data, Some("1970-01-01T00:00:00.000Z")));
    }
}

/// [LOG-6, LOG-11]
#[test]
fn a_line_that_is_not_one_json_object_is_text_as_it_is() {
    let endless = "[".repeat(100_000);
    let endless_object = "{\"a\":".repeat(100_000);
    let texts = [
        "plain",
        "",
        " ",
        "  indented {",
        "{not json",
        "[1]",
        "\"x\"",
        "5",
        "null",
        "{}x",
        "{} {}",
        "x{}",
        "{\"a\":1e999}",
        "{\"a\":\"\\ud800\"}",
        "\u{feff}{}",
        "\u{a0}{}",
        "\u{b}{}",
        "a\r",
        "\0",
        &endless,
        &endless_object,
    ];
    for text in texts {
        for (stream, level) in [(Stream::Stdout, Level::Info), (Stream::Stderr, Level::Error)] {
            assert_eq!(log_of(text, stream), (level, text.to_owned(), json!({}), None));
        }
    }
}

/// [LOG-6]
#[test]
fn white_space_around_an_object_does_not_make_it_text() {
    for text in ["{\"msg\":\"m\"}\r", " \t{\"msg\":\"m\"}", "\r \t{ \"msg\" : \"m\" } \t\r"] {
        assert_eq!(log_of(text, Stream::Stdout), (Level::Info, "m".to_owned(), json!({}), None), "{text:?}");
    }
    assert_eq!(metric_of(" \t{\"_metric\":\"m\",\"a\":1}\r"), metric("m", json!({ "a": 1 }), None));
}

/// [LOG-7]
#[test]
fn every_word_for_a_level_is_recognised_in_any_letter_case() {
    let words = [
        (Level::Debug, "trace trce trc debug dbug dbg verbose vrb"),
        (Level::Info, "info inf information notice"),
        (Level::Warn, "warn wrn warning"),
        (Level::Error, "error err fail severe critical crit alert emerg emergency panic fatal ftl"),
    ];
    for (level, word) in
        words.iter().flat_map(|(level, words)| words.split(' ').map(move |word| (*level, word)))
    {
        let capitalised = word[..1].to_uppercase() + &word[1..];
        for word in [word, &word.to_uppercase(), &capitalised] {
            // The level of a line without one is different.
            let stream = if level == Level::Error { Stream::Stdout } else { Stream::Stderr };
            let (read, _, fields, _) = log_of(&format!(r#"{{"level":"{word}"}}"#), stream);
            assert_eq!((read, fields), (level, json!({})), "{word}");
        }
    }
}

/// [LOG-7]
#[test]
fn a_number_is_debug_below_30_info_below_40_warn_below_50_and_otherwise_error() {
    let numbers = [
        (Level::Debug, ["-1e300", "0", "29", "29.999"]),
        (Level::Info, ["30", "30.0", "39", "39.999"]),
        (Level::Warn, ["40", "4e1", "49", "49.999"]),
        (Level::Error, ["50", "60", "1e300", "18446744073709551616"]),
    ];
    for (level, numbers) in numbers {
        for number in numbers {
            let stream = if level == Level::Error { Stream::Stdout } else { Stream::Stderr };
            let (read, _, fields, _) = log_of(&format!(r#"{{"severity":{number}}}"#), stream);
            assert_eq!((read, fields), (level, json!({})), "{number}");
        }
    }
}

/// [LOG-7 … LOG-11]
#[test]
fn the_first_recognised_key_counts_and_every_other_key_stays_a_field() {
    let text = r#"{"lvl":"debug","severity":"warn","level":"loud","@timestamp":1,"ts":2,"time":"noon","msg":"m","message":5}"#;
    let fields = json!({ "lvl": "debug", "level": "loud", "@timestamp": 1, "time": "noon", "message": 5 });
    let time = Some("1970-01-01T00:00:02.000Z".to_owned());
    assert_eq!(log_of(text, Stream::Stdout), (Level::Warn, "m".to_owned(), fields, time));
    for level in ["\" info\"", "\"\"", "\"off\"", "null", "true", "[30]"] {
        let text = format!(r#"{{"level":{level},"lvl":"warn","__proto__":1,"":2,"7":3}}"#);
        let level: Value = level.parse().unwrap();
        let fields = json!({ "level": level, "__proto__": 1, "": 2, "7": 3 });
        assert_eq!(log_of(&text, Stream::Stdout), (Level::Warn, String::new(), fields, None), "{text}");
    }
}

/// [LOG-9]
#[test]
fn a_message_that_is_empty_is_a_message() {
    let text = r#"{"message":"","msg":"m"}"#;
    assert_eq!(log_of(text, Stream::Stdout), (Level::Info, String::new(), json!({ "msg": "m" }), None));
}

/// [LOG-11]
#[test]
fn a_record_without_a_level_has_the_one_of_its_stream() {
    assert_eq!(log_of("{}", Stream::Stdout), (Level::Info, String::new(), json!({}), None));
    assert_eq!(log_of("{}", Stream::Stderr), (Level::Error, String::new(), json!({}), None));
}

/// [LOG-10, JSON-7]
#[test]
fn a_log_line_is_read_back_with_its_data_as_a_field() {
    let line = log::line_with(Level::Debug, "m\n", &json!({ "a": 1 }), 1_795_271_423_123).unwrap();
    let time = Some("2026-11-21T14:30:23.123Z".to_owned());
    let record = (Level::Debug, "m\n".to_owned(), json!({ "data": { "a": 1 } }), time);
    assert_eq!(log_of(line.trim_end_matches('\n'), Stream::Stderr), record);
    let text = r#"{"msg":"first","a":1,"msg":"last","a":2}"#;
    assert_eq!(log_of(text, Stream::Stdout), (Level::Info, "last".to_owned(), json!({ "a": 2 }), None));
}

/// [JSON-4]
#[test]
fn numbers_of_a_record_are_kept_as_they_are() {
    let text = r#"{"a":9007199254740993,"b":-9007199254740991,"c":0.1,"d":5e-324}"#;
    let Line::Log { fields, .. } = read_line(text, Stream::Stdout) else { panic!("a metric") };
    let expected: Map<String, Value> = serde_json::from_str(text).unwrap();
    assert_eq!(fields, expected);
    assert_eq!(fields["a"].as_u64(), Some(9_007_199_254_740_993));
}

/// [LOG-12, LOG-13]
#[test]
fn a_line_of_text_has_the_level_of_its_head() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/reference/contract.md");
    let page = std::fs::read_to_string(page).unwrap();
    let rows =
        page.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | "));
    let mut count = 0;
    for (text, level) in rows {
        let level = match level {
            "debug" => Some(Level::Debug),
            "info" => Some(Level::Info),
            "warn" => Some(Level::Warn),
            "error" => Some(Level::Error),
            "that of the stream" => None,
            _ => continue,
        };
        let text = text.replace("\\|", "|");
        count += 1;
        for (stream, usual) in [(Stream::Stdout, Level::Info), (Stream::Stderr, Level::Error)] {
            let record = (level.unwrap_or(usual), text.clone(), json!({}), None);
            assert_eq!(log_of(&text, stream), record, "{text}");
        }
    }
    assert!(count > 15);
}
