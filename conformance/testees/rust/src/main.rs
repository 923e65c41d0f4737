//! A bot that runs a script: docs/reference/conformance-cases.md, "Adapter".

mod call;
mod fault;
mod made;
mod shapes;

use botyard::query::{self, Request};
use fault::{BoxedError, Fault};
use made::Made;
use serde_json::{Map, Value, json};
use signal_hook::{consts::SIGTERM, low_level::pipe};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::ops::ControlFlow::{self, Break, Continue};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::{Barrier, LazyLock, Mutex};
use std::thread::{self, JoinHandle};
use std::{env, mem};

static TRACE: LazyLock<File> = LazyLock::new(|| {
    let path = env::var("CONF_TRACE").unwrap();
    OpenOptions::new().append(true).create(true).open(path).unwrap()
});
static CODE: LazyLock<PathBuf> = LazyLock::new(|| env::current_dir().unwrap());
static KEPT: LazyLock<Mutex<Map<String, Value>>> = LazyLock::new(Mutex::default);
static BACKGROUND: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

/// Where ops run: a handler has a request, and it may fail by a panic.
#[derive(Clone, Default)]
struct Place {
    request: Option<Request>,
    panics: bool,
}

/// A `return` breaks the ops off with the answer of the handler; otherwise the next op follows.
type Flow<T = ()> = Result<ControlFlow<Made, T>, Fault>;

fn main() -> Result<(), BoxedError> {
    LazyLock::force(&CODE);
    let script: Value = serde_json::from_slice(&fs::read(env::var("CONF_SCRIPT")?)?)?;
    _ = run(&script["ops"], &Place::default()).map_err(Fault::returned)?;
    for work in mem::take(&mut *BACKGROUND.lock().unwrap()) {
        _ = work.join();
    }
    note(json!({ "end": true }));
    Ok(())
}

fn note(line: Value) {
    (&*TRACE).write_all(format!("{line}\n").as_bytes()).unwrap();
}

fn run(ops: &Value, place: &Place) -> Flow {
    for op in ops.as_array().unwrap() {
        if let Break(answer) = perform(op, place)? {
            return Ok(Break(answer));
        }
    }
    Ok(Continue(()))
}

fn perform(op: &Value, place: &Place) -> Flow {
    let (id, name) = (&op["id"], op["op"].as_str().unwrap());
    note(json!({ "id": id, "begin": name }));
    match done(op, name, op["args"].as_array().unwrap(), place) {
        Ok(Break(answer)) => return Ok(Break(answer)),
        Ok(Continue(value)) => {
            if let Some(kept) = op["as"].as_str() {
                KEPT.lock().unwrap().insert(kept.to_owned(), value.clone());
            }
            note(json!({ "id": id, "value": value }));
        }
        Err(fault) => {
            note(json!({ "id": id, "error": fault.note() }));
            if op["uncaught"] == true {
                return Err(fault);
            }
        }
    }
    Ok(Continue(()))
}

/// The value of an op; ops that contain ops have none.
fn done(op: &Value, name: &str, args: &[Value], place: &Place) -> Flow<Value> {
    let flow = match name {
        "return" => Break(args.first().map_or(Made::Json(Value::Null), made)),
        "query.handler" => Continue(handler(args)?),
        "query.try_handler" => Continue(try_handler(args)?),
        "parallel" => parallel(args, place)?,
        "background" => background(args[0].clone(), place),
        "guarded" => guarded(args, place)?,
        // A failure that is wrapped is not raised by itself.
        "wrapped" => run(&args[1], &Place { panics: false, ..place.clone() })
            .map_err(|fault| fault.wrapped(made(&args[0]).text()))?,
        "on_term" => Continue(on_term(args[0].clone())?),
        "repeat" => repeat(args[0].as_u64().unwrap(), &args[1], place)?,
        _ => {
            let args: Vec<Made> = args.iter().map(made).collect();
            return call::call(op, name, &args, place).map(Continue);
        }
    };
    Ok(flow.map_continue(|()| Value::Null))
}

fn made(given: &Value) -> Made {
    Made::from(given, &KEPT.lock().unwrap())
}

fn handler(args: &[Value]) -> Result<(), botyard::Error> {
    let ops = args[1].clone();
    let answer = move |request: &Request| answer(&ops, request, true).unwrap_or_else(|fault| fault.raise());
    query::handler(&made(&args[0]).text(), answer)
}

fn try_handler(args: &[Value]) -> Result<(), botyard::Error> {
    let ops = args[1].clone();
    let answer = move |request: &Request| answer(&ops, request, false).map_err(Fault::returned);
    query::try_handler(&made(&args[0]).text(), answer)
}

fn answer(ops: &Value, request: &Request, panics: bool) -> Result<Made, Fault> {
    let flow = run(ops, &Place { request: Some(request.clone()), panics })?;
    Ok(flow.break_value().unwrap_or(Made::Json(Value::Null)))
}

fn parallel(lists: &[Value], place: &Place) -> Flow {
    let at_once = Barrier::new(lists.len());
    let place = Place { panics: false, ..place.clone() };
    let work = |ops| {
        at_once.wait();
        run(ops, &place).map_err(Fault::returned)
    };
    thread::scope(|scope| {
        let threads: Vec<_> = lists.iter().map(|ops| scope.spawn(move || work(ops))).collect();
        let ended: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
        ended.into_iter().find(Result::is_err).unwrap_or(Ok(Continue(()))).map_err(Fault::Returned)
    })
}

fn background(ops: Value, place: &Place) -> ControlFlow<Made> {
    let place = Place { panics: true, ..place.clone() };
    let work = move || drop(run(&ops, &place).unwrap_or_else(|fault| fault.raise()));
    BACKGROUND.lock().unwrap().push(thread::spawn(work));
    Continue(())
}

fn guarded(lists: &[Value], place: &Place) -> Flow {
    let run_if_given = |at: usize| lists.get(at).map_or(Ok(Continue(())), |ops| run(ops, place));
    let out = run(&lists[0], place).or_else(|_| run_if_given(1));
    match run_if_given(2)? {
        Break(answer) => Ok(Break(answer)),
        Continue(()) => out,
    }
}

fn on_term(ops: Value) -> io::Result<()> {
    let (mut told, teller) = UnixStream::pair()?;
    pipe::register(SIGTERM, teller)?;
    thread::spawn(move || told.read_exact(&mut [0]).map(|()| run(&ops, &Place::default())));
    Ok(())
}

fn repeat(times: u64, ops: &Value, place: &Place) -> Flow {
    for _ in 0..times {
        if let Break(answer) = run(ops, place)? {
            return Ok(Break(answer));
        }
    }
    Ok(Continue(()))
}
