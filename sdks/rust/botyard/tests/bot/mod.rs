//! Starts the bots of `tests/bots` as processes, each with a folder of its own.

#![allow(dead_code, reason = "each test program uses a part")]

use serde_json::Value;
use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        Self::named(&format!("bot-{}-{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed)))
    }

    /// An empty folder whose path is the same in every run.
    pub fn named(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// A bot with its result, state and working directory in this folder.
    pub fn bot(&self, name: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program(name));
        command.args(arguments).env_clear().current_dir(&self.0).stdin(Stdio::null());
        command.env("BOT_ID", "bot-1").env("BOT_CONFIG", "{\"symbol\":\"AAPL\"}");
        command.env("RESULT_PATH", self.path("result.json")).env("STATE_DIR", self.path("state"));
        command
    }

    pub fn run(&self, name: &str, arguments: &[&str]) -> Output {
        self.bot(name, arguments).output().unwrap()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&fs::read(self.path(name)).unwrap()).unwrap()
    }

    /// The names of all files in the folder and its folders.
    pub fn files(&self) -> Vec<String> {
        let mut names: Vec<_> = names_in(&self.0).into_iter().chain(names_in(&self.path("state"))).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(Result::unwrap);
    entries
        .filter(|entry| entry.path().is_file())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect()
}

/// The bots are examples of this crate. `cargo test` has built them, but not with options such as `--tests`.
fn program(name: &str) -> PathBuf {
    static BUILT: Once = Once::new();
    BUILT.call_once(|| {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--examples", "--locked", "--offline", "--quiet", "--target-dir"]).arg(target);
        assert!(build.current_dir(env!("CARGO_MANIFEST_DIR")).status().unwrap().success());
    });
    env::current_exe().unwrap().parent().unwrap().with_file_name("examples").join(name)
}

/// The lines of a stream as JSON; a line that is not JSON is its text.
pub fn lines(stream: &[u8]) -> Vec<Value> {
    let text = str::from_utf8(stream).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| line.into())).collect()
}

/// A query server, which is killed when the test ends.
pub struct Server {
    child: Child,
    pub port: u16,
}

impl Server {
    pub fn start(folder: &Folder) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut command = folder.bot("answers", &[]);
        let child = command.env("QUERY_PORT", port.to_string()).stderr(Stdio::piped()).spawn().unwrap();
        let mut server = Self { child, port };
        wait_until(|| {
            TcpStream::connect(("127.0.0.1", port)).is_ok() || server.child.try_wait().unwrap().is_some()
        });
        server
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        stream
    }

    /// Sends one request and returns the status and the body of the answer.
    pub fn get(&self, target: &str) -> (u16, Value) {
        let mut stream = self.connect();
        write!(stream, "GET {target} HTTP/1.1\r\nHost: bot\r\nConnection: close\r\n\r\n").unwrap();
        answers(stream).remove(0)
    }

    /// Waits until the main thread, which watches the handlers, sleeps.
    pub fn wait_until_it_rests(&self) {
        let (mut last, mut same) = (String::new(), 0);
        wait_until(|| {
            let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
            let switches = status.lines().find(|line| line.starts_with("voluntary_ctxt_switches")).unwrap();
            same = if switches == last { same + 1 } else { 0 };
            switches.clone_into(&mut last);
            same == 20
        });
    }

    pub fn terminate(&self) {
        let id = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
    }

    /// Waits for this many log lines.
    pub fn log_of(&mut self, count: usize) -> Vec<Value> {
        let log = BufReader::new(self.child.stderr.as_mut().unwrap());
        log.lines().take(count).flat_map(|line| lines(line.unwrap().as_bytes())).collect()
    }

    /// Waits for the end; returns how it ended and its log lines.
    pub fn end(mut self) -> (ExitStatus, Vec<Value>) {
        let mut log = Vec::new();
        self.child.stderr.take().unwrap().read_to_end(&mut log).unwrap();
        (self.child.wait().unwrap(), lines(&log))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// All answers on a connection until the server closes it.
pub fn answers(stream: TcpStream) -> Vec<(u16, Value)> {
    let mut reader = BufReader::new(stream);
    let mut found = Vec::new();
    loop {
        let mut head = String::new();
        while reader.read_line(&mut head).unwrap() > 2 {}
        let Some(status) = head.get(9..12) else { return found };
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        let mut body = vec![0; length.parse().unwrap()];
        reader.read_exact(&mut body).unwrap();
        found.push((status.parse().unwrap(), serde_json::from_slice(&body).unwrap()));
    }
}

pub fn wait_until(mut is_so: impl FnMut() -> bool) {
    while !is_so() {
        thread::sleep(Duration::from_millis(2));
    }
}
