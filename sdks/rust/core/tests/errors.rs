//! The errors of the contract.

use botyard_core::{Error, ErrorCode, shown, table};
use std::collections::BTreeSet;
use std::error::Error as _;
use std::fs;

/// The rows of the error table on the contract's page: code, message, advice.
fn rows_of_page() -> Vec<(String, String, String)> {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/reference/contract.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, table) = page.split_once("| Code | Message | What to do next |\n").unwrap();
    let rows = table.lines().skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let mut cells = row.trim_matches(['|', ' ']).split(" | ");
        let mut cell = || cells.next().unwrap().to_owned();
        (cell().trim_matches('`').to_owned(), cell(), cell())
    })
    .collect()
}

/// [ERR-1 … ERR-3]
#[test]
fn the_table_is_that_of_the_contract() {
    let table: Vec<_> =
        table().map(|(code, message, next)| (code.to_string(), message.into(), next.into())).collect();
    assert_eq!(table, rows_of_page());
}

/// [ERR-1]
#[test]
fn every_code_is_in_the_table_once_and_names_its_room() {
    let codes: BTreeSet<_> = table().map(|(code, ..)| code.as_str()).collect();
    assert_eq!(codes.len(), table().count());
    for code in codes {
        let (room, reason) = code.split_once('.').unwrap();
        assert!(["input", "metric", "log", "result", "state", "query", "stop"].contains(&room), "{code}");
        assert!(reason.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{code}");
    }
}

/// [ERR-1]
#[test]
fn a_code_has_the_name_of_its_text_and_is_equal_to_it() {
    for (code, ..) in table() {
        let words = code.as_str().split(['.', '_']);
        let name: String = words.map(|word| word[..1].to_uppercase() + &word[1..]).collect();
        assert_eq!(format!("{code:?}"), name);
        assert_eq!(code, code.to_string().as_str());
        assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
    }
    assert_ne!(ErrorCode::StateCorrupt, "state.wrong_type");
}

/// [ERR-1 … ERR-3]
#[test]
fn an_error_has_the_code_the_message_and_the_advice_of_its_row() {
    for (code, message, next) in table() {
        let error = Error::new(code, &[]);
        assert_eq!((error.code(), error.to_string().as_str(), error.next()), (code, message, next));
        assert!(error.source().is_none());
        let filled = ["key", "value", "type", "kind", "reason", "expected", "function", "operation", "text"]
            .iter()
            .chain(&["path", "port", "host", "method", "size", "message"])
            .fold(message.to_owned(), |message, name| message.replace(&format!("{{{name}}}"), ""));
        assert!(
            !filled.contains(['{', '}']),
            "{code} has a placeholder that the contract does not list: {filled}"
        );
    }
}

/// [ERR-1]
#[test]
fn a_cause_is_the_source_of_its_error_and_shown_to_the_author() {
    let values = [("path", "/$&{reason}"), ("reason", "ENOSPC")];
    let error = Error::new(ErrorCode::ResultWriteFailed, &values).with_source("no space left on device");
    assert_eq!(error.to_string(), "cannot write the result to /$&{reason}: ENOSPC");
    assert_eq!(error.source().unwrap().to_string(), "no space left on device");
    let lines = [
        "cannot write the result to /$&{reason}: ENOSPC [result.write_failed]",
        "Caused by: no space left on device",
        "Check that the directory of RESULT_PATH exists, is writable and has free space.",
    ];
    assert_eq!(format!("{error:?}"), lines.join("\n"));
}

/// [ERR-2]
#[test]
fn a_value_is_shown_as_json_and_cut_after_100_characters() {
    assert_eq!(shown(&["x\n"]), "[\"x\\n\"]");
    assert_eq!(shown(&"\u{1F600}".repeat(98)), format!("\"{}\"", "\u{1F600}".repeat(98)));
    assert_eq!(shown(&"\u{1F600}".repeat(200)), format!("\"{}…", "\u{1F600}".repeat(99)));
}
