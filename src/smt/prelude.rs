//! Ada's operators over SMT-LIB's.
//!
//! SMT-LIB's `div` and `mod` are Euclidean, Ada's are not: each Ada operator becomes a function
//! with the value of [`crate::logic`] wherever Ada has none.

/// What every context starts from. With a constant divisor a solver sees linear arithmetic only.
pub(super) const PRELUDE: [&str; 4] = [
    "(define-fun ada_abs ((a Int)) Int (ite (>= a 0) a (- a)))",
    "(define-fun ada_div ((a Int) (b Int)) Int \
     (ite (= b 0) 0 (ite (>= a 0) (div a b) (- (div (- a) b)))))",
    "(define-fun ada_rem ((a Int) (b Int)) Int \
     (ite (= b 0) a (ite (>= a 0) (mod a b) (- (mod (- a) b)))))",
    "(define-fun ada_mod ((a Int) (b Int)) Int \
     (ite (= b 0) a (ite (> b 0) (mod a b) (- (mod (- a) b)))))",
];

/// `a ** b`. Recursion makes a solver slow even where it is not met, so that this is told only to
/// contexts that raise something to a power that is not constant.
pub(super) const POWER: [&str; 1] = ["(define-fun-rec ada_pow ((a Int) (b Int)) Int \
     (ite (<= b 0) 1 (* a (ada_pow a (- b 1)))))"];

/// The bits of `a` and `b`: halving rounds down, so that what is left of them in the end is 0 or -1.
/// Told only to contexts that combine the bits of two operands that are not constant.
pub(super) const BITS: [&str; 3] = [
    "(define-fun-rec ada_and ((a Int) (b Int)) Int \
     (ite (or (= a 0) (= b 0)) 0 (ite (= a (- 1)) b (ite (= b (- 1)) a \
     (+ (* 2 (ada_and (div a 2) (div b 2))) \
     (ite (and (= (mod a 2) 1) (= (mod b 2) 1)) 1 0))))))",
    "(define-fun ada_or ((a Int) (b Int)) Int (- (+ a b) (ada_and a b)))",
    "(define-fun ada_xor ((a Int) (b Int)) Int (- (+ a b) (* 2 (ada_and a b))))",
];
