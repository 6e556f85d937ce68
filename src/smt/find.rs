//! Where the solver is.

use std::path::{Path, PathBuf};

use super::oracle::Error;

/// The solver to start: `wish` if given (`--solver`), otherwise `SABS_SOLVER`, otherwise
/// `.solver/bin/z3` here or beside the executable's project, otherwise `z3` on the path.
///
/// # Errors
/// If there is none; the message says where it was looked for.
pub fn find_solver(wish: Option<&str>) -> Result<String, Error> {
    if let Some(command) = wish {
        return Ok(command.to_owned());
    }
    if let Ok(command) = std::env::var("SABS_SOLVER")
        && !command.is_empty()
    {
        return Ok(command);
    }
    let local = Path::new(".solver").join("bin").join("z3");
    let on_path = std::env::var_os("PATH")
        .map(|path| std::env::split_paths(&path).collect::<Vec<PathBuf>>())
        .unwrap_or_default()
        .into_iter()
        .map(|folder| folder.join("z3"));
    std::iter::once(local)
        .chain(beside_executable())
        .chain(on_path)
        .find(|candidate| candidate.is_file())
        .map(|found| found.to_string_lossy().into_owned())
        .ok_or_else(|| Error::NotFound {
            looked: "SABS_SOLVER, .solver/bin/z3, z3 on PATH".to_owned(),
        })
}

/// `target/debug/sabs` and `target/release/sabs` find the solver of their own checkout, so that
/// the command works from any folder.
fn beside_executable() -> Vec<PathBuf> {
    let Ok(executable) = std::env::current_exe() else {
        return Vec::new();
    };
    executable
        .ancestors()
        .skip(1)
        .take(4)
        .map(|folder| folder.join(".solver").join("bin").join("z3"))
        .collect()
}
