//! Ada's operators as GNAT computes them, with every combination of signs.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(clippy::disallowed_methods, reason = "GNAT is run, and what it makes")]

mod support;

use std::fs;
use std::process::Command;

use sabs::logic::{Arithmetic, Term, TermKind, evaluate_arithmetic};
use support::referee;

const PROGRAM: &str = "
with Ada.Text_IO; use Ada.Text_IO;
procedure Operators is
   type Word is mod 2 ** 8;
   procedure Show (Name : String; A, B, Result : Integer) is
   begin
      Put_Line (Name & \" \" & A'Image & \" \" & B'Image & \" \" & Result'Image);
   end Show;
begin
   for A in Integer range -13 .. 13 loop
      Show (\"abs\", A, 0, abs A);
      for B in Integer range -5 .. 5 loop
         if B /= 0 then
            Show (\"/\", A, B, A / B);
            Show (\"rem\", A, B, A rem B);
            Show (\"mod\", A, B, A mod B);
         end if;
         if B >= 0 then
            Show (\"**\", A, B, A ** B);
         end if;
      end loop;
   end loop;
   for A in Word range 0 .. 40 loop
      for B in Word range 0 .. 40 loop
         Show (\"and\", Integer (A), Integer (B), Integer (A and B));
         Show (\"or\", Integer (A), Integer (B), Integer (A or B));
         Show (\"xor\", Integer (A), Integer (B), Integer (A xor B));
      end loop;
   end loop;
end Operators;
";

#[test]
fn gnat_computes_the_same() {
    let Some(gnatmake) = referee("gnatmake") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("operators.adb"), PROGRAM).unwrap();
    let made = Command::new(gnatmake)
        .args(["-q", "operators.adb"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(
        made.status.success(),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
    let run = Command::new(folder.path().join("operators"))
        .output()
        .unwrap();
    let lines = String::from_utf8(run.stdout).unwrap();
    let mut compared = 0;
    for line in lines.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, a, b, result] = words[..] else {
            panic!("{line}");
        };
        let number = |text: &str| text.parse::<i64>().unwrap();
        let operator = match name {
            "abs" => {
                let found = Term::absolute(Term::int(number(a)));
                assert_eq!(found, Term::int(number(result)), "{line}");
                continue;
            }
            "/" => Arithmetic::Divide,
            "rem" => Arithmetic::Remainder,
            "mod" => Arithmetic::Modulo,
            "**" => Arithmetic::Power,
            "and" => Arithmetic::BitAnd,
            "or" => Arithmetic::BitOr,
            "xor" => Arithmetic::BitXor,
            _ => panic!("{line}"),
        };
        let (a, b) = (number(a), number(b));
        let found = evaluate_arithmetic(operator, &a.into(), &b.into());
        assert_eq!(found, number(result).into(), "{line}");
        let term = Term::arithmetic(operator, Term::int(a), Term::int(b));
        assert!(
            matches!(term.kind(), TermKind::Int(value) if *value == found),
            "{line}"
        );
        compared += 1;
    }
    assert_eq!(compared, 27 * (3 * 10 + 6) + 3 * 41 * 41);
}
