//! Powers, which may have more digits than anybody wants to see.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::allowance::{Allowance, Exhausted};

/// So many bits of a power cost one unit.
const BITS_OF_A_UNIT: u64 = 16;

/// `base ** exponent`; 1 where the exponent is negative.
pub(super) fn power(
    base: &BigInt,
    exponent: &BigInt,
    allowance: &Allowance,
) -> Result<BigInt, Exhausted> {
    if let Some(plain) = plain_power(base, exponent) {
        return Ok(plain);
    }
    let exponent = exponent.to_u32().ok_or(Exhausted)?;
    allowance.spend(base.bits().saturating_mul(exponent.into()) / BITS_OF_A_UNIT)?;
    Ok(base.pow(exponent))
}

/// Powers that are no larger than their base, whatever the exponent is.
fn plain_power(base: &BigInt, exponent: &BigInt) -> Option<BigInt> {
    if !exponent.is_positive() || base.is_one() {
        Some(BigInt::one())
    } else if base.is_zero() {
        Some(BigInt::zero())
    } else if base.abs().is_one() {
        let is_even = exponent.is_even();
        Some(if is_even { BigInt::one() } else { base.clone() })
    } else {
        None
    }
}

/// `base ** exponent mod modulus`, without the power itself; `None` where it is no plainer so.
pub(super) fn power_modulo(base: &BigInt, exponent: &BigInt, modulus: &BigInt) -> Option<BigInt> {
    let is_plain = exponent.is_negative() || modulus.is_zero();
    (!is_plain).then(|| base.modpow(exponent, modulus))
}

/// How `base ** exponent` compares with another number that it surely leaves behind; `None` where
/// it has to be computed.
pub(super) fn far_from(base: &BigInt, exponent: &BigInt, other: &BigInt) -> Option<Ordering> {
    if plain_power(base, exponent).is_some() {
        return None;
    }
    // The base is at least two to the number of its bits less one.
    let least_bits = exponent * (base.bits() - 1);
    (least_bits > BigInt::from(other.bits())).then(|| {
        if base.is_positive() || exponent.is_even() {
            Ordering::Greater
        } else {
            Ordering::Less
        }
    })
}

#[cfg(test)]
mod tests {
    use quickcheck::QuickCheck;

    use super::*;

    // forall small bases and exponents. what is told without the power is true of it
    #[test]
    fn what_is_told_without_the_power_is_true_of_it() {
        fn law(base: i8, exponent: i8, other: i16) -> bool {
            let (base, exponent) = (BigInt::from(base % 7), BigInt::from(exponent % 20));
            let other = BigInt::from(other);
            let Ok(exact) = power(&base, &exponent, &Allowance::unlimited()) else {
                return false;
            };
            let far = far_from(&base, &exponent, &other);
            let rest = power_modulo(&base, &exponent, &other);
            far.is_none_or(|found| found == exact.cmp(&other))
                && rest.is_none_or(|found| found == exact.mod_floor(&other))
        }
        QuickCheck::new().quickcheck(law as fn(i8, i8, i16) -> bool);
    }

    #[test]
    fn large_powers_are_left_alone() {
        let (two, many) = (BigInt::from(2), BigInt::from(i32::MAX));
        let allowance = Allowance::of(1_000);
        assert_eq!(power(&two, &many, &allowance), Err(Exhausted));
        assert_eq!(allowance.left(), 0);
        assert_eq!(far_from(&two, &many, &many), Some(Ordering::Greater));
        assert_eq!(far_from(&-two, &many, &many), Some(Ordering::Less));
    }
}
