//! The page about money.

mod bot;

use bot::{Folder, lines};
use serde_json::json;

#[test]
fn the_example_of_the_page_about_money_keeps_every_digit_over_two_runs() {
    let page = include_str!("../../../../docs/explanation/money.md");
    assert!(page.contains(&format!("\n```rust\n{}```\n", include_str!("bots/money.rs"))));

    let folder = Folder::new();
    let run = || {
        let ended = folder.bot("money", &[]).env("BOT_CONFIG", "{\"fee\":\"0.001\"}").output().unwrap();
        (ended.status.code(), lines(&ended.stdout).remove(0)["data"].take(), folder.json("state/spent.json"))
    };
    let first = json!({ "value": 562.612_05, "exact": "562.61205" });
    assert_eq!(run(), (Some(0), first, json!("562.61205")));
    let second = json!({ "value": 1125.2241, "exact": "1125.22410" });
    assert_eq!(run(), (Some(0), second, json!("1125.22410")));
}
