//! What the programs have in common: two sides that are timed in turn.

use std::time::Instant;

/// Runs two sides in turn and prints the nanoseconds of each call on standard error.
pub fn in_turn(rounds: usize, calls: usize, mut sdk: impl FnMut(), mut bare: impl FnMut()) {
    let (mut sdk_times, mut bare_times) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        sdk_times.push(time(calls, &mut sdk));
        bare_times.push(time(calls, &mut bare));
    }
    eprintln!("{}", serde_json::json!({ "sdk": sdk_times, "bare": bare_times }));
}

fn time(calls: usize, side: &mut impl FnMut()) -> f64 {
    let began = Instant::now();
    for _ in 0..calls {
        side();
    }
    began.elapsed().as_nanos() as f64 / calls as f64
}

/// The numbers that the command line gives.
#[must_use]
pub fn arguments() -> Vec<usize> {
    std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect()
}
