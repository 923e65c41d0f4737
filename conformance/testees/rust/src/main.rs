//! A bot that runs a script: docs/reference/conformance-cases.md, "Adapter".

mod made;

use botyard::state::StateError;
use botyard::{input, log, query, state};
use made::Made;
use query::Request;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::any::Any;
use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::fd::{FromRawFd, OwnedFd};
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any, resume_unwind};
use std::path::PathBuf;
use std::sync::{Barrier, LazyLock, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{env, fs, process};

static TRACE: LazyLock<File> = LazyLock::new(|| {
    let path = env::var("CONF_TRACE").unwrap();
    OpenOptions::new().append(true).create(true).open(path).unwrap()
});
static CODE: LazyLock<PathBuf> = LazyLock::new(|| env::current_dir().unwrap());
static KEPT: LazyLock<Mutex<Map<String, Value>>> = LazyLock::new(Mutex::default);
static BACKGROUND: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

/// How an op failed: by an error, or in a handler by a panic.
enum Fault {
    Returned(Box<dyn Error + Send + Sync>),
    Panicked(Box<dyn Any + Send>),
}

impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for Fault {
    fn from(error: E) -> Self {
        Self::Returned(error.into())
    }
}

impl Fault {
    fn text(&self) -> String {
        match self {
            Self::Returned(error) => error.to_string(),
            Self::Panicked(payload) => match payload.downcast_ref::<String>() {
                Some(text) => text.clone(),
                None => payload.downcast_ref::<Value>().map(Value::to_string).unwrap_or_default(),
            },
        }
    }

    fn note(&self) -> Value {
        let Self::Returned(error) = self else {
            return json!({ "code": null, "message": self.text(), "next": null, "cause": null });
        };
        let state = error.downcast_ref::<StateError>().and_then(StateError::as_error);
        let own = error.downcast_ref::<botyard::Error>().or(state);
        let cause = error.source().map(ToString::to_string);
        let (code, next) = (own.map(botyard::Error::code), own.map(botyard::Error::next));
        json!({ "code": code, "message": self.text(), "next": next, "cause": cause })
    }

    /// What a handler does that returns no errors.
    fn raise(self) -> ! {
        match self {
            Self::Panicked(payload) => resume_unwind(payload),
            Self::Returned(error) => match error.downcast::<botyard::Error>() {
                Ok(own) => panic_any(*own),
                Err(other) => panic!("{other}"),
            },
        }
    }

    fn returned(self) -> Box<dyn Error + Send + Sync> {
        match self {
            Self::Returned(error) => error,
            Self::Panicked(_) => self.text().into(),
        }
    }
}

/// Where ops run: a handler has a request, and it may fail by a panic.
#[derive(Clone)]
struct Place {
    request: Option<Request>,
    panics: bool,
}

/// The value that a call returned, or the answer of a handler.
enum Done {
    Value(Value),
    Answer(Made),
}

fn note(line: Value) {
    (&*TRACE).write_all(format!("{line}\n").as_bytes()).unwrap();
}

fn run(ops: &Value, place: &Place) -> Result<Option<Made>, Fault> {
    for op in ops.as_array().unwrap() {
        if let Some(answer) = perform(op, place)? {
            return Ok(Some(answer));
        }
    }
    Ok(None)
}

fn perform(op: &Value, place: &Place) -> Result<Option<Made>, Fault> {
    let (id, name) = (&op["id"], op["op"].as_str().unwrap());
    note(json!({ "id": id, "begin": name }));
    let args = op["args"].as_array().unwrap();
    match block(name, args, place).unwrap_or_else(|| call(op, name, args, place)) {
        Ok(Done::Answer(answer)) => return Ok(Some(answer)),
        Ok(Done::Value(value)) => {
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
    Ok(None)
}

/// Ops that contain ops.
fn block(name: &str, args: &[Value], place: &Place) -> Option<Result<Done, Fault>> {
    let nothing = || Ok(Done::Value(Value::Null));
    let answered = |answer: Option<Made>| answer.map_or_else(nothing, |answer| Ok(Done::Answer(answer)));
    Some(match name {
        "query.handler" | "query.try_handler" => register(name, args),
        "return" => Ok(Done::Answer(args.first().map_or(Made::Json(Value::Null), made))),
        "parallel" => parallel(args, place).and_then(|()| nothing()),
        "repeat" => (|| {
            for _ in 0..args[0].as_u64().unwrap() {
                if let Some(answer) = run(&args[1], place)? {
                    return Ok(Done::Answer(answer));
                }
            }
            nothing()
        })(),
        "guarded" => {
            let tried = run(&args[0], place);
            let failed = |_| args.get(1).map_or(Ok(None), |ops| run(ops, place));
            let out = tried.or_else(failed);
            let last = args.get(2).map_or(Ok(None), |ops| run(ops, place));
            last.and(out).and_then(answered)
        }
        "background" => {
            let (ops, place) = (args[0].clone(), Place { panics: true, ..place.clone() });
            let work = thread::spawn(move || match run(&ops, &place) {
                Err(fault) => fault.raise(),
                Ok(_) => (),
            });
            BACKGROUND.lock().unwrap().push(work);
            nothing()
        }
        _ => return None,
    })
}

fn register(name: &str, args: &[Value]) -> Result<Done, Fault> {
    let (path, ops) = (text(&made(&args[0])), args[1].clone());
    let place = |request: &Request, panics| Place { request: Some(request.clone()), panics };
    let answer = |answer: Option<Made>| answer.unwrap_or(Made::Json(Value::Null));
    if name == "query.handler" {
        query::handler(&path, move |request| {
            run(&ops, &place(request, true)).map(answer).unwrap_or_else(|fault| fault.raise())
        })?;
    } else {
        query::try_handler(&path, move |request| -> Result<_, Box<dyn Error>> {
            Ok(answer(
                run(&ops, &place(request, false)).map_err(|fault| -> Box<dyn Error> { fault.returned() })?,
            ))
        })?;
    }
    Ok(Done::Value(Value::Null))
}

fn parallel(lists: &[Value], place: &Place) -> Result<(), Fault> {
    let at_once = Barrier::new(lists.len());
    let place = Place { panics: false, ..place.clone() };
    let started = |ops| {
        at_once.wait();
        run(ops, &place).map_err(Fault::returned).map(|_| ())
    };
    thread::scope(|scope| {
        let threads: Vec<_> = lists.iter().map(|ops| scope.spawn(move || started(ops))).collect();
        let ended: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
        ended.into_iter().collect::<Result<(), _>>().map_err(Fault::Returned)
    })
}

fn made(given: &Value) -> Made {
    Made::from(given, &KEPT.lock().unwrap())
}

fn text(made: &Made) -> String {
    made.value().as_str().unwrap_or_else(|| panic!("not a text")).to_owned()
}

fn value(returned: impl Serialize) -> Result<Value, Fault> {
    Ok(serde_json::to_value(returned).unwrap())
}

fn call(op: &Value, name: &str, given: &[Value], place: &Place) -> Result<Done, Fault> {
    let args: Vec<Made> = given.iter().map(made).collect();
    let first = || text(&args[0]);
    let second = args.get(1).unwrap_or(&Made::Json(Value::Null));
    let file = || CODE.join(first());
    let done = match name {
        "input.parse" => input::parse().map(|input| json!({ "id": input.id, "config": input.config }))?,
        "metric" => value(botyard::metric(&first(), second)?)?,
        "log.debug" | "log.info" | "log.warn" | "log.error" => value(write_log(name, &args)?)?,
        "success" => value(botyard::success(&first())?)?,
        "success_with_data" => value(botyard::success_with_data(&first(), second)?)?,
        "error" => return Err(botyard::error(&first()).into()),
        "error_with_data" => return Err(botyard::error_with_data(&first(), second).into()),
        "result" => value(botyard::result(&args[0])?)?,
        "state.get" => state::get(&first())?.unwrap_or_else(|| second.value()),
        "state.set" => value(state::set(&first(), second)?)?,
        "state.delete" => value(state::delete(&first())?)?,
        "state.exists" => value(state::exists(&first())?)?,
        "state.clear" => value(state::clear()?)?,
        "state.list" => value(state::list()?)?,
        "query.get_config" => value(query::get_config()?)?,
        "query.run" => value(query::run()?)?,
        "fail" | "fail_with" => return fail(name, &args, place),
        "exit" => process::exit(second_to_none(&args[0])),
        "print" => value(print!("{}", first()))?,
        "eprint" => value(eprint!("{}", first()))?,
        "change" => value(change(&args))?,
        // SAFETY: the standard library's own lock keeps apart all readers and writers of this process.
        "environment.set" if second.value().is_null() => value(unsafe { env::remove_var(first()) })?,
        // SAFETY: as above.
        "environment.set" => value(unsafe { env::set_var(first(), text(second)) })?,
        "chdir" => value(env::set_current_dir(file())?)?,
        // SAFETY: nothing here uses the descriptor again but the SDK, whose failure is what is looked at.
        "close" => value(drop(unsafe { OwnedFd::from_raw_fd(if first() == "stdout" { 1 } else { 2 }) }))?,
        "touch" => value(fs::write(file(), "")?)?,
        "wait_for" => {
            while !file().exists() {
                thread::sleep(Duration::from_millis(3));
            }
            Value::Null
        }
        _ => match name.strip_prefix("request.").zip(place.request.as_ref()) {
            Some((accessor, request)) => ask(request, accessor, &args)?,
            None => unsupported(op),
        },
    };
    Ok(Done::Value(done))
}

fn unsupported(op: &Value) -> ! {
    note(json!({ "id": op["id"], "unsupported": true }));
    process::exit(64)
}

fn second_to_none(code: &Made) -> i32 {
    code.value().as_i64().unwrap().try_into().unwrap()
}

fn fail(name: &str, args: &[Made], place: &Place) -> Result<Done, Fault> {
    if name == "fail_with" {
        let thrown = args[0].value();
        let throw = || match thrown {
            Value::String(message) => panic_any::<String>(message),
            other => panic_any(other),
        };
        return Err(Fault::Panicked(catch_unwind(throw).unwrap_err()));
    }
    let message = args.first().map(text).unwrap_or_default();
    if !place.panics {
        return Err(message.into());
    }
    Err(Fault::Panicked(catch_unwind(AssertUnwindSafe(|| panic_any(message))).unwrap_err()))
}

fn write_log(name: &str, args: &[Made]) -> Result<(), botyard::Error> {
    let message = text(&args[0]);
    match (name, args.get(1)) {
        ("log.debug", None) => log::debug(&message),
        ("log.info", None) => log::info(&message),
        ("log.warn", None) => log::warn(&message),
        (_, None) => log::error(&message),
        ("log.debug", Some(data)) => log::debug_with(&message, data),
        ("log.info", Some(data)) => log::info_with(&message, data),
        ("log.warn", Some(data)) => log::warn_with(&message, data),
        (_, Some(data)) => log::error_with(&message, data),
    }
}

fn ask(request: &Request, accessor: &str, args: &[Made]) -> Result<Value, Fault> {
    let key = args.first().map(text).unwrap_or_default();
    let found = match accessor {
        "path" => Some(request.path().into()),
        "values" => Some(request.values().clone().into()),
        "get" => request.get(&key).map(Value::from),
        "get_string" => request.get_string(&key)?.map(Value::from),
        "get_number" => request.get_number(&key)?.map(Value::from),
        "get_integer" => request.get_integer(&key)?.map(Value::from),
        "get_boolean" => request.get_boolean(&key)?.map(Value::from),
        "get_array" => request.get_array(&key)?.map(Value::from),
        _ => request.get_object(&key)?.map(Value::from),
    };
    Ok(found.unwrap_or_else(|| args.get(1).map_or(Value::Null, Made::value)))
}

fn change(args: &[Made]) {
    let mut kept = KEPT.lock().unwrap();
    let mut part = kept.get_mut(&text(&args[0])).unwrap();
    for step in args[1].value().as_array().unwrap() {
        part = match step {
            Value::String(key) => &mut part[key],
            index => &mut part[usize::try_from(index.as_u64().unwrap()).unwrap()],
        };
    }
    *part = args[2].value();
}

fn main() -> Result<(), Box<dyn Error>> {
    LazyLock::force(&CODE);
    let script: Value = serde_json::from_slice(&fs::read(env::var("CONF_SCRIPT")?)?)?;
    run(&script["ops"], &Place { request: None, panics: false })
        .map_err(|fault| -> Box<dyn Error> { fault.returned() })?;
    let left = std::mem::take(&mut *BACKGROUND.lock().unwrap());
    left.into_iter().for_each(|work| drop(work.join()));
    note(json!({ "end": true }));
    Ok(())
}
