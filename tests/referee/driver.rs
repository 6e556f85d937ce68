//! The Ada program that runs all subjects on calls read from its standard input.
//!
//! The input is a sequence of numbers. Per subject: 1 begins a scenario from the elaborated state,
//! 2, 3, … call the first, second, … procedure with the arguments that follow, 0 ends the subject.
//! Each call writes one line: `returns` with the results and the state, or `raises` with the
//! exception's message and the calls that were open.

use std::fmt::Write as _;

use sabs::flow::{FlowSubprogram, Mode};
use sabs::logic::{Sort, Variable};

use super::subject::Subject;

/// What the names of all units but the subjects begin with or contain.
pub(crate) const PREFIX: &str = "sabs_";

/// The unit with the main procedure.
pub(crate) const MAIN: &str = "sabs_main";

/// The files to compile beside the copies of the subjects: name and text.
pub(crate) fn files(subjects: &[Subject]) -> Vec<(String, String)> {
    let mut files = vec![
        (
            "sabs_exchange.ads".to_owned(),
            EXCHANGE_SPECIFICATION.to_owned(),
        ),
        ("sabs_exchange.adb".to_owned(), EXCHANGE_BODY.to_owned()),
        (format!("{MAIN}.adb"), main_text(subjects)),
    ];
    for subject in subjects {
        let name = &subject.name;
        files.push((format!("{name}.adb"), subject.text_for_gnat()));
        if subject.is_package() {
            let specification = format!("package {name} is procedure Sabs_Drive; end {name};\n");
            files.push((format!("{name}.ads"), specification));
            let head = format!("separate ({name})\nprocedure Sabs_Drive is\n");
            files.push((
                format!("{name}-sabs_drive.adb"),
                driver_text(subject, "Sabs_Drive", &head),
            ));
        } else {
            let driver = format!("{PREFIX}drive_{name}");
            let head = format!("with {name};\nprocedure {driver} is\n");
            files.push((
                format!("{driver}.adb"),
                driver_text(subject, &driver, &head),
            ));
        }
    }
    files
}

fn main_text(subjects: &[Subject]) -> String {
    let (mut context, mut calls) = (String::new(), String::new());
    for subject in subjects {
        let name = &subject.name;
        let (unit, call) = if subject.is_package() {
            (name.clone(), format!("{name}.Sabs_Drive"))
        } else {
            (
                format!("{PREFIX}drive_{name}"),
                format!("{PREFIX}drive_{name}"),
            )
        };
        let _ = writeln!(context, "with {unit};");
        let _ = writeln!(calls, "   {call};");
    }
    format!("{context}procedure {MAIN} is\nbegin\n{calls}end {MAIN};\n")
}

fn driver_text(subject: &Subject, name: &str, head: &str) -> String {
    let (mut saved, mut restored, mut shown) = (String::new(), String::new(), String::new());
    for variable in subject.state() {
        let ada = ada_type(variable);
        let _ = writeln!(
            saved,
            "   Initial_{variable} : constant {ada} := {variable};"
        );
        let _ = writeln!(restored, "            {variable} := Initial_{variable};");
        let _ = writeln!(shown, "               Show ({variable});");
    }
    if restored.is_empty() {
        restored.push_str("            null;\n");
    }
    let mut calls = String::new();
    for (at, (_, subprogram)) in subject.procedures().enumerate() {
        let _ = write!(calls, "{}", call_text(at + 2, subprogram, &shown));
    }
    format!(
        "with Sabs_Exchange; use Sabs_Exchange;
{head}{saved}begin
   loop
      case Integer'(Next) is
         when 0 =>
            exit;
         when 1 =>
{restored}{calls}         when others =>
            raise Program_Error;
      end case;
   end loop;
end {name};
"
    )
}

/// One alternative of the driver: reads the arguments, calls, and shows what comes back.
fn call_text(number: usize, subprogram: &FlowSubprogram, state: &str) -> String {
    let name = subprogram.name.rsplit('.').next().unwrap_or_default();
    let (mut declarations, mut actuals, mut results) = (String::new(), Vec::new(), String::new());
    let mut result = None;
    for formal in &subprogram.formals {
        let variable = &formal.variable.variable;
        if variable.name.ends_with("'Result") {
            let ada = ada_type(variable);
            let _ = writeln!(declarations, "               Result : {ada};");
            let _ = writeln!(results, "               Show (Result);");
            result = Some("Result := ");
            continue;
        }
        let actual = format!("Actual_{variable}");
        let initial = if formal.mode == Mode::Out {
            ""
        } else {
            " := Next"
        };
        let ada = ada_type(variable);
        let _ = writeln!(declarations, "               {actual} : {ada}{initial};");
        if formal.mode != Mode::In {
            let _ = writeln!(results, "               Show ({actual});");
        }
        actuals.push(actual);
    }
    let arguments = if actuals.is_empty() {
        String::new()
    } else {
        format!(" ({})", actuals.join(", "))
    };
    let result = result.unwrap_or_default();
    format!(
        "         when {number} =>
            declare
{declarations}            begin
               {result}{name}{arguments};
               Begin_Results;
{results}{state}               End_Results;
            exception
               when E : others =>
                  Show_Exception (E);
            end;
"
    )
}

fn ada_type(variable: &Variable) -> &'static str {
    match variable.sort {
        Sort::Int => "Integer",
        Sort::Bool => "Boolean",
        Sort::Array(_) => panic!("the driver passes scalars only, not {variable}"),
    }
}

const EXCHANGE_SPECIFICATION: &str = "with Ada.Exceptions;
package Sabs_Exchange is
   function Next return Integer;
   function Next return Boolean;
   procedure Begin_Results;
   procedure Show (Value : Integer);
   procedure Show (Value : Boolean);
   procedure End_Results;
   procedure Show_Exception (E : Ada.Exceptions.Exception_Occurrence);
end Sabs_Exchange;
";

const EXCHANGE_BODY: &str = "with Ada.Text_IO; use Ada.Text_IO;
with Ada.Integer_Text_IO;
with GNAT.Traceback.Symbolic;
package body Sabs_Exchange is
   function Next return Integer is
   begin
      return Value : Integer do
         Ada.Integer_Text_IO.Get (Value);
      end return;
   end Next;

   function Next return Boolean is (Integer'(Next) = 1);

   procedure Begin_Results is
   begin
      Put (\"returns\");
   end Begin_Results;

   procedure Show (Value : Integer) is
   begin
      Put (\" \");
      Ada.Integer_Text_IO.Put (Value, Width => 1);
   end Show;

   procedure Show (Value : Boolean) is
   begin
      Put (if Value then \" True\" else \" False\");
   end Show;

   procedure End_Results is
   begin
      New_Line;
   end End_Results;

   procedure Show_Exception (E : Ada.Exceptions.Exception_Occurrence) is
      Trace : constant String := GNAT.Traceback.Symbolic.Symbolic_Traceback (E);
   begin
      Put (\"raises \" & Ada.Exceptions.Exception_Message (E) & \" | \");
      for Character of Trace loop
         Put (if Character = ASCII.LF then ' ' else Character);
      end loop;
      New_Line;
   end Show_Exception;
end Sabs_Exchange;
";
