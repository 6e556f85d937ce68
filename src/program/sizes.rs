//! How many bits the values of discrete subtypes take.

use num_bigint::{BigInt, Sign};

use super::interval::Interval;
use super::types::{Codes, Subtype, Type};

/// `S'Size`, `S'Value_Size` or `S'Object_Size`, by GNAT's rules, where they are certain.
pub(super) fn bits(subtype: &Subtype, attribute: &str) -> Option<u64> {
    let base = &subtype.base;
    if !base.is_discrete() || base.is_sized() {
        return None;
    }
    let own = needed(base, &subtype.interval()?)?;
    match attribute {
        "size" | "value_size" => Some(own),
        // Objects of a subtype are as large as those of the first subtype of the type, which lies
        // between the subtype and the base range.
        "object_size" => {
            let whole = needed(base, &base.base_interval())?;
            let size = rounded(own)?;
            (rounded(whole)? == size).then_some(size)
        }
        _ => None,
    }
}

/// The least number of bits that hold all values from one position to another.
fn needed(base: &Type, positions: &Interval) -> Option<u64> {
    if positions.is_empty() {
        return Some(0);
    }
    let values = match base.codes() {
        None => positions.clone(),
        Some(Codes::Given(codes)) => {
            let code = |position: &BigInt| codes.get(usize::try_from(position).ok()?).cloned();
            Interval::new(code(&positions.low)?, code(&positions.high)?)
        }
        Some(Codes::Unread) => return None,
    };
    let is_largest = base.is_enumeration() && base.base_interval().high.bits() == 31;
    if is_largest && values.high.bits() == 31 {
        // Wide_Wide_Character takes one bit more than its values need.
        return (values == base.base_interval()).then_some(32);
    }
    // Of a negative number, those of its complement and one for the sign.
    let magnitude = |value: &BigInt| match value.sign() {
        Sign::Minus => (-value - 1_i32).bits(),
        Sign::NoSign | Sign::Plus => value.bits(),
    };
    let most = magnitude(&values.low).max(magnitude(&values.high));
    let is_signed = values.low.sign() == Sign::Minus;
    Some(most + u64::from(is_signed))
}

/// The least size of an object that holds so many bits.
fn rounded(bits: u64) -> Option<u64> {
    [8, 16, 32, 64, 128].into_iter().find(|size| *size >= bits)
}
