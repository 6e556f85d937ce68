//! A comparison as a picture: precision against questions.

use std::fmt::Write as _;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::Comparison;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 90.0;
const RIGHT: f64 = 170.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 60.0;

/// A method as a point.
struct Point<'a> {
    name: &'a str,
    questions: f64,
    /// Digits of the number of abstract transitions: they grow with a power of the bits.
    size: f64,
}

/// Methods as points: questions to the right, abstract transitions (as their decimal logarithm)
/// upwards, so that cheap is left and precise is low. Methods without figures are left out.
pub fn to_svg(comparison: &Comparison) -> String {
    let points: Vec<Point<'_>> = comparison
        .entries
        .iter()
        .filter_map(|entry| {
            let figures = entry.outcome.as_ref().ok()?;
            Some(Point {
                name: &entry.name,
                questions: figures.questions.to_f64()?,
                size: logarithm(figures.transitions.as_ref()?),
            })
        })
        .collect();
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    let title = format!(
        "{}: precision against questions",
        comparison.files.join(", ")
    );
    label(
        &mut text,
        (WIDTH - RIGHT + LEFT) / 2.0,
        26.0,
        "middle",
        &title,
    );
    let most = points.iter().map(|p| p.questions).fold(1.0, f64::max);
    let sizes = || points.iter().map(|p| p.size);
    let low = sizes().fold(f64::INFINITY, f64::min).floor();
    let high = sizes().fold(f64::NEG_INFINITY, f64::max).ceil();
    let (low, high) = if points.is_empty() {
        (0.0, 1.0)
    } else {
        (low, high.max(low + 1.0))
    };
    let x = |questions: f64| LEFT + questions / most * (WIDTH - LEFT - RIGHT);
    let y = |size: f64| HEIGHT - BOTTOM - (size - low) / (high - low) * (HEIGHT - TOP - BOTTOM);
    axes(&mut text, most, (low, high), &x, &y);
    let mut taken: Vec<f64> = Vec::new();
    for point in &points {
        let (across, up) = (x(point.questions), y(point.size));
        let _ = writeln!(
            text,
            "<circle cx=\"{across:.1}\" cy=\"{up:.1}\" r=\"4\" fill=\"#1f5f8b\"/>"
        );
        // Names of points at one height are written below each other.
        let mut height = up + 4.0;
        while taken.iter().any(|other| (other - height).abs() < 14.0) {
            height -= 14.0;
        }
        taken.push(height);
        label(&mut text, across + 9.0, height, "start", point.name);
    }
    text.push_str("</svg>\n");
    text
}

fn axes(
    text: &mut String,
    most: f64,
    (low, high): (f64, f64),
    x: &dyn Fn(f64) -> f64,
    y: &dyn Fn(f64) -> f64,
) {
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    let _ = writeln!(
        text,
        "<path d=\"M{LEFT} {TOP} V{bottom} H{right}\" fill=\"none\" stroke=\"black\"/>"
    );
    for part in 0..=4 {
        let questions = most * f64::from(part) / 4.0;
        label(
            text,
            x(questions),
            bottom + 20.0,
            "middle",
            &format!("{questions:.0}"),
        );
    }
    let mut power = low;
    while power <= high {
        let height = y(power);
        let _ = writeln!(
            text,
            "<path d=\"M{LEFT} {height:.1} H{right}\" stroke=\"#dddddd\"/>"
        );
        label(
            text,
            LEFT - 8.0,
            height + 4.0,
            "end",
            &format!("10^{power:.0}"),
        );
        power += ((high - low) / 6.0).ceil().max(1.0);
    }
    label(
        text,
        f64::midpoint(LEFT, right),
        HEIGHT - 16.0,
        "middle",
        "questions to the solver",
    );
    let middle = f64::midpoint(TOP, bottom);
    let _ = writeln!(
        text,
        "<text x=\"24\" y=\"{middle}\" text-anchor=\"middle\" \
         transform=\"rotate(-90 24 {middle})\">abstract transitions</text>"
    );
}

fn label(text: &mut String, across: f64, up: f64, anchor: &str, words: &str) {
    let words = words
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let _ = writeln!(
        text,
        "<text x=\"{across:.1}\" y=\"{up:.1}\" text-anchor=\"{anchor}\">{words}</text>"
    );
}

/// The decimal logarithm; of nothing, 0.
fn logarithm(number: &BigUint) -> f64 {
    let bits = number.bits();
    if bits <= 64 {
        return number.to_f64().map_or(0.0, |value| value.max(1.0).log10());
    }
    // The leading 64 bits carry all the digits that a picture shows.
    let shift = bits - 64;
    let leading = (number >> shift).to_f64().unwrap_or(1.0);
    leading.log10() + shift.to_f64().unwrap_or(0.0) * std::f64::consts::LOG10_2
}
