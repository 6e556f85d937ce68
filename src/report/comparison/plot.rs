//! A comparison as a picture: precision against questions.

use std::fmt::Write as _;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::Comparison;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 90.0;
const RIGHT: f64 = 220.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 60.0;

/// A method as a point.
struct Point<'a> {
    name: &'a str,
    questions: f64,
    /// The decimal logarithm of the number of abstract transitions.
    size: f64,
}

/// Where things stand on the paper.
struct Paper {
    most: f64,
    low: f64,
    high: f64,
}

/// Methods as numbered points: questions to the right, abstract transitions upwards as a multiple
/// of what the most precise method allows, on a logarithmic scale. Cheap is left, precise is low.
/// Methods without figures are left out.
pub fn to_svg(comparison: &Comparison) -> String {
    let points: Vec<Point<'_>> = comparison
        .entries
        .iter()
        .filter_map(|entry| {
            let figures = entry.outcome.as_ref().ok()?;
            Some(Point {
                name: &entry.name,
                questions: figures.questions.to_f64()?,
                size: logarithm(&figures.transitions()?),
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
    let middle = f64::midpoint(LEFT, WIDTH - RIGHT);
    label(&mut text, (middle, 26.0), "middle", &title);
    let paper = Paper::new(&points);
    paper.axes(&mut text);
    for (number, point) in (1..).zip(&points) {
        let (across, up) = (paper.across(point.questions), paper.up(point.size));
        let _ = writeln!(
            text,
            "<circle cx=\"{across:.1}\" cy=\"{up:.1}\" r=\"9\" fill=\"#1f5f8b\" \
             fill-opacity=\"0.75\"/>"
        );
        let _ = writeln!(
            text,
            "<text x=\"{across:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"11\" \
             fill=\"white\">{number}</text>",
            up + 4.0
        );
        let row = TOP + 18.0 * f64::from(number - 1) + 10.0;
        // Points may lie upon each other: the list says where each one is.
        let name = format!("{number}  {} ({:.0})", point.name, point.questions);
        label(&mut text, (WIDTH - RIGHT + 30.0, row), "start", &name);
    }
    text.push_str("</svg>\n");
    text
}

impl Paper {
    fn new(points: &[Point<'_>]) -> Paper {
        let sizes = || points.iter().map(|point| point.size);
        let low = sizes().fold(f64::INFINITY, f64::min);
        let high = sizes().fold(f64::NEG_INFINITY, f64::max);
        // Where all methods are equal there is still some paper above them.
        let (low, high) = if points.is_empty() {
            (0.0, 1.0)
        } else {
            (low, high.max(low + 0.1))
        };
        Paper {
            most: points.iter().map(|p| p.questions).fold(1.0, f64::max),
            low,
            high,
        }
    }

    fn across(&self, questions: f64) -> f64 {
        LEFT + questions / self.most * (WIDTH - LEFT - RIGHT)
    }

    fn up(&self, size: f64) -> f64 {
        let share = (size - self.low) / (self.high - self.low);
        HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
    }

    fn axes(&self, text: &mut String) {
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for part in 0..=4 {
            let share = f64::from(part) / 4.0;
            let questions = self.most * share;
            let place = (self.across(questions), bottom + 22.0);
            label(text, place, "middle", &format!("{questions:.0}"));
            let size = self.low + (self.high - self.low) * share;
            let height = self.up(size);
            let _ = writeln!(
                text,
                "<path d=\"M{LEFT} {height:.1} H{right}\" stroke=\"#dddddd\"/>"
            );
            let multiple = 10f64.powf(size - self.low);
            let digits = if multiple < 100.0 {
                format!("{multiple:.2} ×")
            } else {
                format!("10^{:.1} ×", size - self.low)
            };
            label(text, (LEFT - 8.0, height + 4.0), "end", &digits);
        }
        let _ = writeln!(
            text,
            "<path d=\"M{LEFT} {TOP} V{bottom} H{right}\" fill=\"none\" stroke=\"black\"/>"
        );
        let place = (f64::midpoint(LEFT, right), HEIGHT - 16.0);
        label(text, place, "middle", "questions to the solver");
        let middle = f64::midpoint(TOP, bottom);
        let _ = writeln!(
            text,
            "<text x=\"20\" y=\"{middle}\" text-anchor=\"middle\" \
             transform=\"rotate(-90 20 {middle})\">abstract transitions</text>"
        );
    }
}

fn label(text: &mut String, (across, up): (f64, f64), anchor: &str, words: &str) {
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
