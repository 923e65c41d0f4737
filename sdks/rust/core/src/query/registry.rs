use super::{Handler, handler};
use crate::{Error, ErrorCode, builtins, shown};
use std::collections::BTreeMap;
use std::fmt;

/// The handlers of a bot by path. The built-ins answer where the bot has no handler of its own [BI-3].
///
/// ```
/// use botyard_core::query::{Registry, handler};
///
/// let mut registry = Registry::new();
/// registry.register("/limits", handler(|_| [10, 20]))?;
/// assert_eq!(registry.paths(), ["/health", "/info", "/limits"]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Registry {
    handlers: BTreeMap<String, Handler>,
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.handlers.keys()).finish()
    }
}

impl Registry {
    /// A registry without handlers.
    #[must_use]
    pub const fn new() -> Self {
        Self { handlers: BTreeMap::new() }
    }

    /// Registers a handler; the last one of a path wins [Q-2].
    ///
    /// # Errors
    ///
    /// `query.invalid_path` if the path does not begin with `/` [Q-1]
    pub fn register(&mut self, path: &str, handler: Handler) -> Result<(), Error> {
        if !path.starts_with('/') {
            return Err(Error::new(ErrorCode::QueryInvalidPath, &[("value", &shown(path))]));
        }
        self.handlers.insert(path.to_owned(), handler);
        Ok(())
    }

    /// Returns the handler of a path, its own or that of a built-in.
    ///
    /// # Errors
    ///
    /// If there is none, every path that has one.
    pub fn find(&self, path: &str) -> Result<Handler, Vec<String>> {
        if let Some(own) = self.handlers.get(path) {
            return Ok(own.clone());
        }
        let paths = self.paths();
        match builtins::answer(path, &paths) {
            Some(answer) => Ok(handler(move |_| answer.clone())),
            None => Err(paths),
        }
    }

    /// Every path that the bot answers, sorted [BI-2].
    #[must_use]
    pub fn paths(&self) -> Vec<String> {
        let own = self.handlers.keys().map(String::as_str);
        let mut paths: Vec<String> = own.chain(builtins::PATHS).map(str::to_owned).collect();
        paths.sort_unstable();
        paths.dedup();
        paths
    }
}
