use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    #[cfg(feature = "testing")]
    if let Some(process) = super::test_process::entered() {
        return process.milliseconds();
    }
    milliseconds(SystemTime::now())
}

pub(crate) fn milliseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
