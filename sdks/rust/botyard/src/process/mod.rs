//! Everything outside the pure contract: environment, clock, streams, files and the end of the process.

pub(crate) mod clock;
pub(crate) mod end;
pub(crate) mod environment;
pub(crate) mod files;
pub(crate) mod report;
pub(crate) mod streams;
pub(crate) mod system_error;
#[cfg(feature = "testing")]
pub(crate) mod test_process;
