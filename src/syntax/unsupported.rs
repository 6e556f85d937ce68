//! What is said of the constructs that sabs does not read.

/// The subject and verb of "… not supported", and what to do instead, for a rule of the grammar.
#[allow(clippy::too_many_lines)] // a table
pub(super) fn describe(kind: &str) -> (&'static str, &'static str) {
    match kind {
        "goto_statement" | "label" => ("goto and labels are", "write a loop with exit"),
        "raise_statement" | "raise_expression" => (
            "raise is",
            "write pragma Assert (False) where a run must not come",
        ),
        "exception_handler" | "exception_declaration" => (
            "exceptions are",
            "prove that the failing check holds instead of handling its failure",
        ),
        "extended_return_statement" => ("extended returns are", "assign, then return"),
        "delay_until_statement"
        | "delay_relative_statement"
        | "abort_statement"
        | "requeue_statement"
        | "accept_statement"
        | "selective_accept"
        | "timed_entry_call"
        | "conditional_entry_call"
        | "asynchronous_select"
        | "parallel_block_statement"
        | "single_task_declaration"
        | "task_type_declaration"
        | "task_body"
        | "single_protected_declaration"
        | "protected_type_declaration"
        | "protected_body"
        | "entry_declaration" => ("tasking is", "check the sequential parts on their own"),
        "function_specification" | "expression_function_declaration" => {
            ("functions are", "write a procedure with an out parameter")
        }
        "array_type_definition" | "slice" | "index_constraint" => {
            ("arrays are", "use scalar variables")
        }
        "record_type_definition"
        | "record_aggregate"
        | "discriminant_constraint"
        | "known_discriminant_part" => ("records are", "use scalar variables"),
        "enumeration_type_definition" => ("enumerations of characters are", "use identifiers"),
        "derived_type_definition" => ("derived types are", "declare a subtype"),
        "floating_point_definition"
        | "decimal_fixed_point_definition"
        | "ordinary_fixed_point_definition"
        | "digits_constraint"
        | "delta_constraint" => ("floating and fixed point are", "use integers"),
        "access_definition"
        | "access_to_object_definition"
        | "access_to_subprogram_definition"
        | "allocator"
        | "primary_null"
        | "null_exclusion" => ("access types are", "use variables and indices"),
        "private_type_declaration"
        | "private_extension_declaration"
        | "incomplete_type_declaration" => ("private types are", "declare the type in full"),
        "string_literal" | "character_literal" => (
            "characters and strings are",
            "use integers or leave them out",
        ),
        "case_expression" | "declare_expression" => (
            "case and declare expressions are",
            "write an if expression or a statement",
        ),
        "quantified_expression" => ("quantified expressions are", "write a loop"),
        "qualified_expression" => ("qualified expressions are", "leave the qualification out"),
        "positional_array_aggregate"
        | "named_array_aggregate"
        | "array_delta_aggregate"
        | "record_delta_aggregate"
        | "extension_aggregate"
        | "null_array_aggregate"
        | "value_sequence" => ("aggregates are", "use scalar variables"),
        "target_name" => ("the target name @ is", "repeat the name of the variable"),
        "iterator_specification" | "procedural_iterator" => (
            "iterators are",
            "write a loop over a range: for I in A .. B loop",
        ),
        "iterator_filter" => ("iterator filters are", "write an if statement in the loop"),
        "with_clause" | "use_clause" => (
            "with and use clauses are",
            "put what the unit needs into the unit itself",
        ),
        "package_declaration" | "package_body" => (
            "nested packages are",
            "put the declarations into the unit itself",
        ),
        "generic_package_declaration"
        | "generic_subprogram_declaration"
        | "generic_instantiation"
        | "generic_formal_part" => ("generics are", "write the instance out"),
        "object_renaming_declaration"
        | "package_renaming_declaration"
        | "subprogram_renaming_declaration"
        | "exception_renaming_declaration"
        | "generic_renaming_declaration" => ("renamings are", "use the original name"),
        "body_stub" | "subunit" | "subprogram_body_stub" | "package_body_stub" => {
            ("subunits are", "put the body in place of the stub")
        }
        "at_clause"
        | "attribute_definition_clause"
        | "enumeration_representation_clause"
        | "record_representation_clause" => (
            "representation clauses are",
            "leave them out: they do not change what the program computes",
        ),
        "overriding_indicator" => ("overriding is", "declare a plain procedure"),
        _ => (
            "this construct is",
            "annotations/README.md lists the language that sabs reads",
        ),
    }
}
