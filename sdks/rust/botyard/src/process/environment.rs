use std::env;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

static ANSWERS_QUERIES: AtomicBool = AtomicBool::new(false);

/// A variable of the contract; one that is set to the empty string counts as unset [ENV-2].
pub(crate) fn get(name: &str) -> Option<String> {
    let value = variable(name)?;
    (!value.is_empty()).then_some(value)
}

fn variable(name: &str) -> Option<String> {
    #[cfg(feature = "testing")]
    if let Some(process) = super::test_process::entered() {
        return process.variable(name);
    }
    Some(env::var_os(name)?.to_string_lossy().into_owned())
}

pub(crate) fn result_path() -> PathBuf {
    path_of("RESULT_PATH", "result.json")
}

pub(crate) fn state_dir() -> PathBuf {
    path_of("STATE_DIR", ".state")
}

/// Whether this process only answers queries [ENV-5].
pub(crate) fn is_query_process() -> bool {
    #[cfg(feature = "testing")]
    if super::test_process::entered().is_some() {
        return crate::query::is_in_handler();
    }
    ANSWERS_QUERIES.load(Ordering::SeqCst) || get("QUERY_PATH").is_some() || get("QUERY_PORT").is_some()
}

/// Makes this a query process; returns whether it has been made one before.
pub(crate) fn become_query_process() -> bool {
    ANSWERS_QUERIES.swap(true, Ordering::SeqCst)
}

fn path_of(variable: &str, default_name: &str) -> PathBuf {
    let path = get(variable).map(PathBuf::from);
    clean(&path.unwrap_or_else(|| Path::new(&get("CODE_MOUNT_DIR").unwrap_or_default()).join(default_name)))
}

/// Makes a path absolute and removes `.`, `..` and needless slashes by its text alone [ENV-4].
fn clean(path: &Path) -> PathBuf {
    let absolute = env::current_dir().unwrap_or_else(|_| PathBuf::from("/")).join(path);
    let mut cleaned = PathBuf::new();
    for component in absolute.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => _ = cleaned.pop(),
            other => cleaned.push(other),
        }
    }
    cleaned
}
