//! Ops that call one function.

use crate::fault::Fault;
use crate::made::Made;
use crate::shapes::of_shape;
use crate::{CODE, KEPT, Place, note};
use botyard::{input, input::Input, log, query, query::Request, state, stop};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::os::fd::{FromRawFd as _, OwnedFd};
use std::time::Duration;
use std::{env, process, thread};

/// Calls the function and returns its value.
#[expect(clippy::unit_arg, reason = "a call that returns nothing is noted as null")]
pub fn call(op: &Value, name: &str, args: &[Made], place: &Place) -> Result<Value, Fault> {
    let first = || args[0].text();
    let second = args.get(1).unwrap_or(&Made::Json(Value::Null));
    let file = || CODE.join(first());
    match name {
        "input.parse" => input_of(input::parse()?),
        "input.parse_as" => of_shape!(first(), parse_as()),
        "metric" => json(botyard::metric(&first(), second)?),
        "success" => json(botyard::success(&first())?),
        "success_with_data" => json(botyard::success_with_data(&first(), second)?),
        "error" => Err(botyard::error(&first()).into()),
        "error_with_data" => Err(botyard::error_with_data(&first(), second).into()),
        "result" => json(botyard::result(&args[0])?),
        "state.get" => Ok(state::get(&first())?.unwrap_or_else(|| second.value())),
        "state.set" => json(state::set(&first(), second)?),
        "state.delete" => json(state::delete(&first())?),
        "state.exists" => json(state::exists(&first())?),
        "state.clear" => json(state::clear()?),
        "state.list" => json(state::list()?),
        "state.get_as" => of_shape!(second.text(), get_as(&first(), args.get(2))),
        "stop.requested" => json(stop::requested()?),
        "stop.wait" => json(stop::wait(args[0].duration())?),
        "query.get_config" => json(query::get_config()?),
        "query.run" => json(query::run()?),
        "fail" => Err(Fault::of_message(args.first().map(Made::text).unwrap_or_default(), place.panics)),
        "fail_with" => Err(Fault::of_value(args[0].value())),
        "exit" => process::exit(args[0].value().as_i64().unwrap().try_into().unwrap()),
        "print" => json(print!("{}", first())),
        "eprint" => json(eprint!("{}", first())),
        "change" => json(change(args)),
        // SAFETY: the standard library's own lock keeps apart all readers and writers of this process.
        "environment.set" if second.value().is_null() => json(unsafe { env::remove_var(first()) }),
        // SAFETY: as above.
        "environment.set" => json(unsafe { env::set_var(first(), second.text()) }),
        "chdir" => json(env::set_current_dir(file())?),
        // SAFETY: nothing here uses the descriptor again but the SDK, whose failure is what is looked at.
        "close" => json(drop(unsafe { OwnedFd::from_raw_fd(if first() == "stdout" { 1 } else { 2 }) })),
        "touch" => json(drop(File::create(file())?)),
        "wait_for" => json(while !fs::exists(file())? {
            thread::sleep(Duration::from_millis(3));
        }),
        _ => match (name.split_once('.'), &place.request) {
            (Some(("log", level)), _) => json(write_log(level, &first(), args.get(1))?),
            (Some(("request", accessor)), Some(request)) => ask(request, accessor, args),
            _ => {
                note(json!({ "id": op["id"], "unsupported": true }));
                process::exit(64)
            }
        },
    }
}

fn json(returned: impl Serialize) -> Result<Value, Fault> {
    Ok(serde_json::to_value(returned)?)
}

fn input_of(input: Input<impl Serialize>) -> Result<Value, Fault> {
    json(json!({ "id": input.bot_id, "config": input.config }))
}

fn parse_as<T: DeserializeOwned + Serialize>() -> Result<Value, Fault> {
    input_of(input::parse_as::<T>()?)
}

fn get_as<T: DeserializeOwned + Serialize>(key: &str, default: Option<&Made>) -> Result<Value, Fault> {
    state::get_as::<T>(key)?.map_or_else(|| Ok(default.map_or(Value::Null, Made::value)), json)
}

fn params_as<T: DeserializeOwned + Serialize>(request: &Request) -> Result<Value, Fault> {
    json(request.params_as::<T>()?)
}

fn write_log(level: &str, message: &str, data: Option<&Made>) -> Result<(), botyard::Error> {
    match (level, data) {
        ("debug", None) => log::debug(message),
        ("info", None) => log::info(message),
        ("warn", None) => log::warn(message),
        (_, None) => log::error(message),
        ("debug", Some(data)) => log::debug_with(message, data),
        ("info", Some(data)) => log::info_with(message, data),
        ("warn", Some(data)) => log::warn_with(message, data),
        (_, Some(data)) => log::error_with(message, data),
    }
}

fn ask(request: &Request, accessor: &str, args: &[Made]) -> Result<Value, Fault> {
    let key = args.first().map(Made::text).unwrap_or_default();
    let found = match accessor {
        "params_as" => Some(of_shape!(key, params_as(request))?),
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

/// Changes a part of a kept value.
fn change(args: &[Made]) {
    let mut kept = KEPT.lock().unwrap();
    let mut part = kept.get_mut(&args[0].text()).unwrap();
    for step in args[1].value().as_array().unwrap() {
        part = match step {
            Value::String(key) => &mut part[key],
            index => &mut part[usize::try_from(index.as_u64().unwrap()).unwrap()],
        };
    }
    *part = args[2].value();
}
