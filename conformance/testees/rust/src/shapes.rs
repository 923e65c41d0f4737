//! The types that values are read as.

use serde::{Deserialize, Serialize};

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    Up,
    Down,
}

#[derive(Deserialize, Serialize)]
pub struct Position {
    symbol: String,
    qty: i64,
    direction: Direction,
    stop: Option<f64>,
    legs: Vec<Leg>,
}

#[derive(Deserialize, Serialize)]
struct Leg {
    price: f64,
    size: u8,
}

/// Calls a function that reads a value as the type of a shape.
macro_rules! of_shape {
    ($shape:expr, $function:ident($($argument:expr),*)) => {
        match $shape.as_str() {
            "integer" => $function::<i64>($($argument),*),
            "byte" => $function::<u8>($($argument),*),
            "direction" => $function::<crate::shapes::Direction>($($argument),*),
            _ => $function::<crate::shapes::Position>($($argument),*),
        }
    };
}
pub(crate) use of_shape;
