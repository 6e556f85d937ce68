//! Interrupts: whoever ends `sabs verify` sees what is decided by then.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(clippy::disallowed_methods, reason = "sabs itself, not a solver")]

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// How long a run that fails at once takes to be found, on a slow machine.
const SECONDS_TO_FIND_IT: u64 = 4;

/// A check fails at once, beside others that take longer.
const RING: &str = "package body P is
   Buf : array (Slot) of Integer := (others => 0);
   Head, Tail : Slot := 0;
   Len : Natural := 0;
   function Full return Boolean is (Len = Size);
   function Empty return Boolean is (Len = 0);
   procedure Put (X : Integer) is
   begin
      Buf (Tail) := X;
      Tail := (if Tail = Slot'Last then 0 else Tail + 1);
      Len := Len + 1;
      pragma Assert ((Head + Len) mod Size = Tail);
   end Put;
   procedure Get (X : out Integer) is
   begin
      X := Buf (Head);
      Head := (Head + 1) mod Size;
      Len := Len - 1;
      pragma Assert ((Head + Len) mod Size = Tail);
   end Get;
   procedure Oops (X : Integer; Y : out Integer) is
   begin
      Y := X + 1;
      pragma Assert (Y > X);
   end Oops;
end P;
";

const RING_SPECIFICATION: &str = "package P is
   Size : constant := 5;
   subtype Slot is Integer range 0 .. Size - 1;
   procedure Put (X : Integer) with Pre => not Full;
   procedure Get (X : out Integer) with Pre => not Empty;
   function Full return Boolean;
   function Empty return Boolean;
   procedure Oops (X : Integer; Y : out Integer);
end P;
";

/// One check is proved at once. That of the other never fails, and takes a predicate for each of many
/// values to be shown.
const ORBIT: &str = "package body P is
   procedure Easy (X : Integer; Y : out Integer) is
   begin
      Y := (if X < 100 then X + 1 else 0);
   end Easy;
   procedure Hard is
      A : Integer := 1;
   begin
      loop
         A := A * 3 mod 1_009;
         pragma Assert (A /= 2);
      end loop;
   end Hard;
end P;
";

const ORBIT_SPECIFICATION: &str = "package P is
   procedure Easy (X : Integer; Y : out Integer);
   procedure Hard;
end P;
";

/// A solver that takes its time for every question.
fn slowly(solver: &str) -> String {
    format!(
        "#!/bin/sh
case \"$1\" in *version*) exec '{solver}' \"$@\" ;; esac
while IFS= read -r line; do
   printf '%s\\n' \"$line\"
   case \"$line\" in *check-sat*) sleep 0.1 ;; esac
done | '{solver}' \"$@\"
"
    )
}

/// A run of `certify` that takes long.
fn certifying(folder: &Path, texts: [&str; 2], solver: &Path) -> Child {
    fs::write(folder.join("p.ads"), texts[0]).unwrap();
    fs::write(folder.join("p.adb"), texts[1]).unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_sabs"))
        .args(["certify", "p.adb", "--level", "4", "--smt-log", "log"])
        .arg("--solver")
        .arg(solver)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    child.unwrap()
}

/// A run of `verify` that takes long.
fn started(folder: &Path, texts: [&str; 2], solver: &Path, options: &[&str]) -> Child {
    fs::write(folder.join("p.ads"), texts[0]).unwrap();
    fs::write(folder.join("p.adb"), texts[1]).unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_sabs"))
        .args(["verify", "p.adb", "--report", "all", "--level", "4"])
        .args(["--keep", "kept", "--solver"])
        .arg(solver)
        .args(options)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    child.unwrap()
}

fn wait_for(path: &Path) {
    for _ in 0..6_000 {
        if path.exists() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("{} never came", path.display());
}

/// What it says when it is interrupted now.
fn interrupted(sabs: Child) -> Output {
    let number = sabs.id().to_string();
    let sent = Command::new("kill").args(["-s", "INT", &number]).status();
    assert!(sent.unwrap().success());
    sabs.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What fails was seen before the first turn of the loop was done.
#[test]
fn what_fails_is_told() {
    let Some(solver) = support::solver("z3") else {
        return;
    };
    let folder = TempDir::new().unwrap();
    // However fast sabs and the machine are, this takes half a minute.
    let slow = folder.path().join("slow");
    fs::write(&slow, slowly(&solver)).unwrap();
    fs::set_permissions(&slow, fs::Permissions::from_mode(0o755)).unwrap();
    let texts = [RING_SPECIFICATION, RING];
    let sabs = started(folder.path(), texts, &slow, &["--no-certify"]);
    // The folder is made when the unit has been read; a turn leaves a file in it.
    let kept = folder.path().join("kept");
    wait_for(&kept);
    std::thread::sleep(Duration::from_secs(SECONDS_TO_FIND_IT));
    let turns = fs::read_dir(&kept).unwrap().count();
    let ended = interrupted(sabs);
    assert_eq!(ended.status.code(), Some(130));
    assert_eq!(turns, 0, "the test is about the first turn");
    let told = text(&ended.stdout);
    assert!(
        told.contains("p.adb:23:14: high: overflow check fails"),
        "{told}"
    );
    assert!(told.contains(" 1 violated, "), "{told}");
    assert_eq!(text(&ended.stderr), "");
}

/// So it is by `certify`.
#[test]
fn certify_tells_what_fails() {
    let Some(solver) = support::solver("z3") else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let slow = folder.path().join("slow");
    fs::write(&slow, slowly(&solver)).unwrap();
    fs::set_permissions(&slow, fs::Permissions::from_mode(0o755)).unwrap();
    let sabs = certifying(folder.path(), [RING_SPECIFICATION, RING], &slow);
    wait_for(&folder.path().join("log"));
    std::thread::sleep(Duration::from_secs(SECONDS_TO_FIND_IT));
    let ended = interrupted(sabs);
    assert_eq!(ended.status.code(), Some(130));
    let told = text(&ended.stdout);
    assert!(
        told.contains("p.adb:23:14: violated: overflow check"),
        "{told}"
    );
    assert!(told.contains("sabs was interrupted"), "{told}");
}

/// What is shown when the interrupt comes is confirmed before it is told.
#[test]
fn proofs_are_confirmed_and_told() {
    let Some(solver) = support::solver("z3") else {
        return;
    };
    // Who wants a patch has nothing of half of one.
    for options in [&[][..], &["--diff"]] {
        let folder = TempDir::new().unwrap();
        let texts = [ORBIT_SPECIFICATION, ORBIT];
        let sabs = started(folder.path(), texts, Path::new(&solver), options);
        wait_for(&folder.path().join("kept/iteration-1.bp"));
        let ended = interrupted(sabs);
        assert_eq!(ended.status.code(), Some(130));
        let told = text(&ended.stdout);
        assert!(
            told.contains("p.adb:4:31: info: overflow check proved"),
            "{told}"
        );
        assert!(told.contains("p.adb:11:25: medium: assertion"), "{told}");
        assert!(told.contains("sabs was interrupted"), "{told}");
        let said = text(&ended.stderr);
        assert!(said.contains("what was shown is being confirmed"), "{said}");
    }
}
