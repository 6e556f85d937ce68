//! Reading Boolean programs for the commands that take them.

use std::io::{self, Read};
use std::path::Path;

use clap::ValueEnum;

use crate::bp::{self, BoolProgram, Dialect};
use crate::diagnostic::render_all;
use crate::source::{SourceFile, Sources};

/// A spelling of Boolean programs, as the command line names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum DialectName {
    /// sabs's own.
    Native,
    /// Bebop of 2000.
    Bebop,
    /// Moped and Getafix.
    Moped,
    /// Boppo, `SatAbs` and Boom.
    Boppo,
    /// WALi.
    Wali,
}

impl DialectName {
    pub(super) fn dialect(self) -> Dialect {
        match self {
            DialectName::Native => Dialect::Native,
            DialectName::Bebop => Dialect::Bebop,
            DialectName::Moped => Dialect::Moped,
            DialectName::Boppo => Dialect::Boppo,
            DialectName::Wali => Dialect::Wali,
        }
    }
}

/// A text and what messages call it.
pub(super) struct Input {
    file: SourceFile,
}

impl Input {
    /// Reads a file, or standard input for `-` or nothing.
    pub(super) fn read(path: Option<&Path>) -> io::Result<Input> {
        let (name, bytes) = match path {
            Some(path) if path != Path::new("-") => {
                let named = |error: io::Error| {
                    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
                };
                (
                    path.display().to_string(),
                    std::fs::read(path).map_err(named)?,
                )
            }
            _ => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes)?;
                ("<stdin>".to_owned(), bytes)
            }
        };
        let text = String::from_utf8(bytes).map_err(|_| {
            let message = format!("{name}: the text is not UTF-8");
            io::Error::new(io::ErrorKind::InvalidData, message)
        })?;
        Ok(Input {
            file: SourceFile::new(&name, &text),
        })
    }
}

/// The program, or what is wrong with it, rendered.
pub(super) fn read_program(
    input: &Input,
    dialect: Option<DialectName>,
) -> Result<BoolProgram, String> {
    let dialect = dialect.map_or_else(|| bp::recognise(input.file.text()), DialectName::dialect);
    bp::parse_dialect(&input.file, dialect).map_err(|errors| {
        let mut sources = Sources::default();
        sources.add(input.file.clone());
        render_all(&errors, &sources)
    })
}

/// A programs's tree may be a million levels deep, and is read, walked and dropped recursively.
const STACK: usize = 4 << 30;

/// Runs the work on a thread whose stack is large enough for it; its pages are taken from the
/// system only when they are used.
pub(super) fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK);
        match worker.spawn_scoped(scope, work)?.join() {
            Ok(result) => Ok(result),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
