//! Times `state.set` and a bare durable write of the same bytes in the same directory, in turn.

use botyard::state;
use serde_json::json;
use std::fs::{File, OpenOptions, rename};
use std::io::{self, Write as _};
use std::path::Path;

fn main() {
    let trade = json!({ "symbol": "AAPL", "price": 187.5, "size": 10 });
    let value = json!({ "cash": 10250.75, "trades": vec![trade; 8] });
    let document = value.to_string();
    let directory = std::env::var("STATE_DIR").expect("STATE_DIR is set");
    bench::in_turn(
        bench::arguments()[0],
        1,
        || state::set("portfolio", &value).expect("the value is stored"),
        || bare(Path::new(&directory), document.as_bytes()).expect("the file is written"),
    );
}

fn bare(directory: &Path, document: &[u8]) -> io::Result<()> {
    let temporary = directory.join(".bare");
    let mut file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
    file.write_all(document)?;
    file.sync_all()?;
    drop(file);
    rename(&temporary, directory.join("bare"))?;
    File::open(directory)?.sync_all()
}
