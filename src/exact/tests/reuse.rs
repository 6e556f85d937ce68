//! Figure 5(c) of the paper: what one iteration knows, the next one need not find again.

use super::*;

/// `x := 10; while x > 0 loop x := x - 1;` under the predicates x > 0 .. x > n - 1.
fn count_down(predicates: usize) -> Control {
    let name = |at: usize| format!("{{x > {at}}}");
    let names: Vec<String> = (0..predicates).map(name).collect();
    let list = names.join(", ");
    let condition = names.first().map_or("*", |name| &name[..]);
    let at_first = (0..predicates).map(|at| if at < 10 { "1" } else { "0" });
    let at_first: Vec<&str> = at_first.collect();
    // x - 1 > k where x > k + 1; of the last predicate only where it is false already.
    let step = (0..predicates).map(|at| {
        let next = names.get(at + 1);
        next.map_or_else(|| format!("choose(0, !{})", name(at)), Clone::clone)
    });
    let step: Vec<String> = step.collect();
    let facts = (1..predicates).map(|at| format!("!(!{} & {})", name(at - 1), name(at)));
    let facts: Vec<String> = facts.collect();
    let enforce = if facts.is_empty() {
        String::new()
    } else {
        format!("enforce {};", facts.join(" & "))
    };
    let (declared, first, body) = if predicates == 0 {
        (String::new(), "skip".to_owned(), "skip".to_owned())
    } else {
        (
            format!("decl {list};"),
            format!("{list} := {}", at_first.join(", ")),
            format!("{list} := {}", step.join(", ")),
        )
    };
    read(&format!(
        "{declared} void main() begin {enforce}
         INIT: {first};
         P1: while ({condition}) do {body}; od
         END: skip; end"
    ))
}

#[test]
fn each_iteration_takes_over_what_the_last_one_knew() {
    let config = Config::default();
    let mut seeds = Seeds::default();
    for predicates in 0..=11 {
        let control = count_down(predicates);
        let ends = parse("EF (pc = END)", &control).expect("a formula");
        let mut afresh = Checker::new(&control, &config).expect("no calls");
        let alone = afresh.check(&ends).expect("small");
        let mut resumed = Checker::resumed(&control, &config, &seeds).expect("no calls");
        let answer = resumed.check(&ends).expect("small");
        let preimages = resumed.counters().preimages;
        // One predicate per iteration: exactness does not skip any.
        assert_eq!(
            is_definite(&answer),
            (predicates > 10).then_some(true),
            "{predicates}"
        );
        assert_eq!(is_definite(&alone), is_definite(&answer));
        if predicates > 1 {
            assert!(resumed.counters().seeded > 0);
            let known = parse(
                &format!(
                    "AG ((pc = P1) & !{{x > {}}} -> EF (pc = END))",
                    predicates - 1
                ),
                &control,
            );
            let known = resumed.check(&known.expect("a formula")).expect("small");
            assert_eq!(is_definite(&known), Some(true));
        }
        if predicates > 3 {
            let more = afresh.counters().preimages;
            assert!(
                preimages < more,
                "{preimages} pre-images, {more} without reuse"
            );
        }
        seeds = resumed.seeds().expect("small");
        assert!(!seeds.is_empty());
    }
}

#[test]
fn what_another_program_does_not_have_is_left_out() {
    let config = Config::default();
    let before = read("decl a; void main() begin L: if (a) then M: skip; fi end");
    let reaches = parse("EF (pc = M)", &before).expect("a formula");
    let mut checker = Checker::new(&before, &config).expect("no calls");
    checker.check(&reaches).expect("small");
    let seeds = checker.seeds().expect("small");
    // Here `a` is called otherwise and M cannot be reached: nothing of L is taken over.
    let after = read("decl b; void main() begin L: if (0) then M: skip; fi end");
    let mut resumed = Checker::resumed(&after, &config, &seeds).expect("no calls");
    let answer = resumed.check(&reaches).expect("small");
    assert_eq!(is_definite(&answer), Some(false));
}
