//! A comparison as a picture: precision against questions.

use std::fmt::Write as _;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::Comparison;

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 90.0;
const RIGHT: f64 = 300.0;
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
    least: f64,
    most: f64,
    low: f64,
    high: f64,
}

/// Methods as numbered points: questions to the right, abstract transitions upwards as a multiple
/// of what the most precise method allows, on a logarithmic scale. Cheap is left, precise is low; a
/// line follows the knob. Methods without figures are left out.
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
    paper.knob(&points, &mut text);
    for (number, point) in (1..).zip(&points) {
        let row = TOP + 18.0 * f64::from(number - 1) + 10.0;
        let multiple = multiple(point.size - paper.low);
        let name = format!(
            "{number}  {}: {:.0}, {multiple}",
            point.name, point.questions
        );
        label(&mut text, (WIDTH - RIGHT + 24.0, row), "start", &name);
    }
    for (place, numbers) in paper.marks(&points) {
        mark(&mut text, place, &numbers);
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
            (low, high.max(low + 0.02))
        };
        let questions = || points.iter().map(|point| point.questions);
        let least = questions().fold(f64::INFINITY, f64::min);
        let most = questions().fold(1.0, f64::max);
        // Marks keep away from the edges.
        let edge = ((most - least) / 8.0).max(2.0);
        let least = if points.is_empty() {
            0.0
        } else {
            (least - edge).max(0.0)
        };
        Paper {
            least,
            most: most + edge,
            low,
            high,
        }
    }

    fn across(&self, questions: f64) -> f64 {
        let share = (questions - self.least) / (self.most - self.least);
        LEFT + share * (WIDTH - LEFT - RIGHT)
    }

    fn up(&self, size: f64) -> f64 {
        // Marks keep away from the edges.
        let share = 0.05 + 0.9 * (size - self.low) / (self.high - self.low);
        HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
    }

    fn place(&self, point: &Point<'_>) -> (f64, f64) {
        (self.across(point.questions), self.up(point.size))
    }

    /// The line along which the knob is turned.
    fn knob(&self, points: &[Point<'_>], text: &mut String) {
        let turned = points.iter().filter(|point| point.name.contains(" j="));
        let places = turned.map(|point| self.place(point));
        let path: Vec<String> = places.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#d08020\" stroke-width=\"2\"/>",
            path.join(" ")
        );
    }

    /// Where marks go, and the numbers on each: points that would hide each other share one.
    fn marks(&self, points: &[Point<'_>]) -> Vec<((f64, f64), String)> {
        let places = points.iter().map(|point| self.place(point));
        let numbers = (1..=points.len()).map(|number| number.to_string());
        let mut found: Vec<((f64, f64), String)> = places.zip(numbers).collect();
        while let Some((first, second)) = hidden(&found) {
            let (_, numbers) = found.remove(second);
            let _ = write!(found[first].1, ", {numbers}");
        }
        found
    }

    fn axes(&self, text: &mut String) {
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for part in 0..=4 {
            let share = f64::from(part) / 4.0;
            let questions = self.least + (self.most - self.least) * share;
            let place = (self.across(questions), bottom + 22.0);
            label(text, place, "middle", &format!("{questions:.0}"));
            let size = self.low + (self.high - self.low) * share;
            let height = self.up(size);
            let _ = writeln!(
                text,
                "<path d=\"M{LEFT} {height:.1} H{right}\" stroke=\"#dddddd\"/>"
            );
            let digits = multiple(size - self.low);
            label(text, (LEFT - 14.0, height + 4.0), "end", &digits);
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

/// Two marks of which one would hide a part of the other.
fn hidden(marks: &[((f64, f64), String)]) -> Option<(usize, usize)> {
    let meet = |a: &((f64, f64), String), b: &((f64, f64), String)| {
        let apart = half_width(&a.1) + half_width(&b.1) + 2.0;
        (a.0.0 - b.0.0).abs() < apart && (a.0.1 - b.0.1).abs() < 19.0
    };
    let pairs = (0..marks.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    pairs
        .into_iter()
        .find(|(a, b)| meet(&marks[*a], &marks[*b]))
}

/// Half the width of a mark with this text.
fn half_width(numbers: &str) -> f64 {
    (4.0 + 3.5 * numbers.chars().count().to_f64().unwrap_or(0.0)).max(9.0)
}

/// A pill with numbers.
fn mark(text: &mut String, (across, up): (f64, f64), numbers: &str) {
    let half = half_width(numbers);
    let _ = writeln!(
        text,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"18\" rx=\"9\" fill=\"#1f5f8b\"/>",
        across - half,
        up - 9.0,
        2.0 * half
    );
    let _ = writeln!(
        text,
        "<text x=\"{across:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"11\" \
         fill=\"white\">{numbers}</text>",
        up + 4.0
    );
}

/// A decimal logarithm as a factor.
fn multiple(size: f64) -> String {
    if size < 2.0 {
        format!("{:.2} ×", 10f64.powf(size))
    } else {
        format!("10^{size:.1} ×")
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
