//! A bar on the terminal for work that takes its time.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::progress::{Listener, listen};

/// How often the bar is drawn while nothing happens.
const TICK: Duration = Duration::from_millis(200);

/// Shows the progress of long work on standard error if that is a terminal; otherwise nothing.
pub fn show_progress() {
    if io::stderr().is_terminal() {
        listen(Box::new(Bar(Mutex::new(None))));
    }
}

struct Bar(Mutex<Option<ProgressBar>>);

impl Bar {
    fn with(&self, action: impl FnOnce(&mut Option<ProgressBar>)) {
        // A bar that a panic left behind is still a bar.
        action(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Listener for Bar {
    fn begins(&self, what: &'static str, steps: Option<usize>) {
        let (length, template) = match steps {
            Some(steps) => (
                u64::try_from(steps).ok(),
                "{msg} {wide_bar} {pos}/{len} {elapsed}",
            ),
            None => (None, "{msg} {spinner} {elapsed}"),
        };
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(what);
        bar.enable_steady_tick(TICK);
        self.with(|shown| *shown = Some(bar));
    }

    fn step(&self) {
        self.with(|shown| {
            if let Some(bar) = shown {
                bar.inc(1);
            }
        });
    }

    fn ends(&self) {
        self.with(|shown| {
            if let Some(bar) = shown.take() {
                bar.finish_and_clear();
            }
        });
    }
}
