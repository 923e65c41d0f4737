//! What a bot in a test does with queries.

use super::{REGISTRY, left_work, one_shot};
use botyard_core::query::Registry;
pub(crate) use left_work::is_in_handler;
use std::sync::PoisonError;

/// Answers a query as the process of a one-shot query does.
pub(crate) fn ask(path: &str, params: &str) -> String {
    left_work::install_beside();
    one_shot::answer(path, params).0
}

pub(crate) fn handlers() -> Registry {
    REGISTRY.read().unwrap_or_else(PoisonError::into_inner).clone()
}

pub(crate) fn replace_handlers(handlers: Registry) {
    *REGISTRY.write().unwrap_or_else(PoisonError::into_inner) = handlers;
}
