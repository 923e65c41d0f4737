use rustix::fs::OFlags;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

/// Replaces a file as a whole: a temporary file `.tmp-<label>-<16 hex digits>` beside it is written, flushed to disk
/// and renamed [RES-4, ST-6]. A failure leaves the old file and no temporary one. The directory is not flushed.
pub(crate) fn replace(path: &Path, label: &str, content: &[u8]) -> io::Result<()> {
    #[cfg(feature = "testing")]
    super::test_process::check()?;
    let directory = path.parent().unwrap_or(path);
    let temporary = directory.join(format!(".tmp-{label}-{:016x}", RandomState::new().hash_one(label)));
    let mut file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
    let written =
        file.write_all(content).and_then(|()| file.sync_all()).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        _ = fs::remove_file(&temporary);
    }
    written
}

/// Flushes the names of a directory's files to disk. Every reader already sees them, so that a failure is not reported.
pub(crate) fn flush_directory(directory: &Path) {
    _ = File::open(directory).and_then(|directory| directory.sync_all());
}

/// Whether there is a regular file; a link is not followed [ST-4].
pub(crate) fn is_file(path: &Path) -> io::Result<bool> {
    #[cfg(feature = "testing")]
    super::test_process::check()?;
    match fs::symlink_metadata(path) {
        Ok(found) => Ok(found.is_file()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Reads a regular file; `None` if there is none. Neither follows a link nor waits for a pipe [ST-4].
pub(crate) fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    if !is_file(path)? {
        return Ok(None);
    }
    // Something else may have taken the file's place since then.
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits();
    let mut file = match OpenOptions::new().read(true).custom_flags(flags.cast_signed()).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    if !file.metadata()?.is_file() {
        return Ok(None);
    }
    let mut content = Vec::new();
    file.read_to_end(&mut content)?;
    Ok(Some(content))
}

/// Removes a regular file; returns whether there was one.
pub(crate) fn remove(path: &Path) -> io::Result<bool> {
    if !is_file(path)? {
        return Ok(false);
    }
    match fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// The names of the regular files in a directory; none if it does not exist.
pub(crate) fn names(directory: &Path) -> io::Result<Vec<String>> {
    #[cfg(feature = "testing")]
    super::test_process::check()?;
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry?;
        // The entry may have been removed since it was listed.
        if let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string())
            && kind.is_file()
        {
            names.push(name);
        }
    }
    Ok(names)
}
