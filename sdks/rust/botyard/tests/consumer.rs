//! A project outside the workspace that uses the packed crates as the README says.

mod bot;

use bot::{Folder, lines};
use serde_json::json;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn a_project_builds_and_runs_the_bot_of_the_readme_with_the_packed_crates() {
    // The dependencies have been compiled there for this test.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    succeed(
        cargo(target).args(["package", "--workspace", "--allow-dirty", "--no-verify"]).current_dir(workspace),
    );

    let folder = Folder::named("consumer");
    let version = env!("CARGO_PKG_VERSION");
    for name in ["botyard", "botyard-core"] {
        let packed = target.join(format!("package/{name}-{version}.crate"));
        succeed(Command::new("tar").arg("-mxzf").arg(packed).current_dir(folder.path("")));
    }
    let crates = format!(
        "botyard = {{ path = \"botyard-{version}\" }}\nbotyard-core = {{ path = \"botyard-core-{version}\" }}"
    );
    let package = "[package]\nname = \"my-bot\"\nversion = \"1.0.0\"\nedition = \"2024\"\n\n";
    let manifest = format!("{package}{}\n[patch.crates-io]\n{crates}\n\n[workspace]\n", readme("```toml\n"));
    fs::write(folder.path("Cargo.toml"), manifest).unwrap();
    fs::copy(workspace.join("Cargo.lock"), folder.path("Cargo.lock")).unwrap();
    fs::create_dir(folder.path("src")).unwrap();
    fs::write(folder.path("src/main.rs"), readme("```rust,no_run\n")).unwrap();
    succeed(cargo(target).arg("build").current_dir(folder.path("")));

    let mut bot = Command::new(target.join("debug/my-bot"));
    bot.env("BOT_ID", "1")
        .env("BOT_CONFIG", "{\"symbol\":\"MSFT\"}")
        .env("RESULT_PATH", folder.path("result.json"));
    let ended = succeed(&mut bot);
    assert_eq!(lines(&ended)[0]["data"], json!({ "symbol": "MSFT", "value": 187.5 }));
    assert_eq!(folder.json("result.json"), json!({ "status": "success", "message": "read one price" }));
}

/// The first block of the README that begins with this fence.
fn readme(fence: &str) -> &'static str {
    let (_, after) = include_str!("../README.md").split_once(fence).unwrap();
    after.split_once("```").unwrap().0
}

fn cargo(target: &Path) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    // As in the workspace, so that the dependencies need not be compiled again.
    let profile = ["profile.dev.debug=\"line-tables-only\"", "profile.dev.package.\"*\".debug=false"];
    cargo
        .env("CARGO_TARGET_DIR", target)
        .arg("--offline")
        .args(profile.iter().flat_map(|line| ["--config", line]));
    cargo
}

/// Runs a command, which must succeed, and returns its standard output.
fn succeed(command: &mut Command) -> Vec<u8> {
    let ended = command.output().unwrap();
    assert!(ended.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&ended.stderr));
    ended.stdout
}
