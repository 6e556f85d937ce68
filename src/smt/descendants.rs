//! Which processes a process has started, whatever group they have gone to.

use nix::unistd::Pid;

/// All processes that descend from this one and are still there, parents before their children.
/// Those whose parent has ended are nobody's any more, and are not found.
#[cfg(target_os = "linux")]
pub(super) fn descendants(of: Pid) -> Vec<Pid> {
    let family = parents();
    let mut found = vec![of];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        let children = family.iter().filter(|(_, of)| *of == parent);
        found.extend(children.map(|(child, _)| *child));
        next += 1;
    }
    found.split_off(1)
}

/// Other systems do not tell without a library; there the group must do.
#[cfg(not(target_os = "linux"))]
pub(super) fn descendants(_: Pid) -> Vec<Pid> {
    Vec::new()
}

/// Every process with its parent.
#[cfg(target_os = "linux")]
fn parents() -> Vec<(Pid, Pid)> {
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let numbers = names.filter_map(|name| name.parse().ok());
    numbers
        .filter_map(|number: i32| {
            // Names may be in other encodings, and contain spaces and parentheses.
            let status = std::fs::read(format!("/proc/{number}/stat")).ok()?;
            let status = String::from_utf8_lossy(&status);
            let (_, behind_name) = status.rsplit_once(')')?;
            let parent = behind_name.split_whitespace().nth(1)?.parse().ok()?;
            Some((Pid::from_raw(number), Pid::from_raw(parent)))
        })
        .collect()
}
