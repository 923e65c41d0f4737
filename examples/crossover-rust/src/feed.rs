//! The client of the price feed.

use crate::strategy::Close;
use serde::Deserialize;
use std::fmt;
use std::time::Duration;
use ureq::Agent;

const TIMEOUT: Duration = Duration::from_secs(5);

/// The feed sent no prices. `reason` has further details.
#[derive(Debug)]
pub struct PriceFeedError {
    pub message: String,
    pub reason: String,
}

impl fmt::Display for PriceFeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PriceFeedError {}

#[derive(Deserialize)]
struct PriceList {
    prices: Vec<Close>,
}

#[derive(Deserialize)]
struct Refusal {
    code: String,
    message: String,
}

/// The price feed at an address.
pub struct Feed {
    address: String,
    agent: Agent,
}

impl Feed {
    /// Returns the feed at the address that is in `PRICE_FEED_URL`.
    pub fn at(address: &str) -> Result<Self, &'static str> {
        let address = address.trim_end_matches('/').to_owned();
        if address.is_empty() {
            return Err("PRICE_FEED_URL is not set: set it to the address of the price feed");
        }
        let config = Agent::config_builder().timeout_global(Some(TIMEOUT)).http_status_as_error(false);
        Ok(Self { address, agent: config.build().into() })
    }

    /// Fetches the newest `limit` closes of a symbol, oldest first; fewer at the beginning of its history.
    pub fn newest_prices(&self, symbol: &str, limit: usize) -> Result<Vec<Close>, PriceFeedError> {
        let (status, body) = self.get(symbol, limit).map_err(|cause| PriceFeedError {
            message: "the price feed did not answer".to_owned(),
            reason: cause.to_string(),
        })?;
        if !(200..300).contains(&status) {
            return Err(refused(status, &body));
        }
        price_list(&body).map_err(|reason| PriceFeedError {
            message: "the price feed did not send a price list".to_owned(),
            reason,
        })
    }

    fn get(&self, symbol: &str, limit: usize) -> Result<(u16, Vec<u8>), ureq::Error> {
        let mut response = self
            .agent
            .get(format!("{}/v1/prices", self.address))
            .query("symbol", symbol)
            .query("limit", limit.to_string())
            .call()?;
        Ok((response.status().as_u16(), response.body_mut().read_to_vec()?))
    }
}

fn refused(status: u16, body: &[u8]) -> PriceFeedError {
    match serde_json::from_slice(body) {
        Ok(Refusal { code, message }) => {
            PriceFeedError { message: format!("the price feed refused: {status} {code}"), reason: message }
        }
        Err(_) => PriceFeedError {
            message: format!("the price feed refused: {status}"),
            reason: format!("HTTP status {status}"),
        },
    }
}

fn price_list(body: &[u8]) -> Result<Vec<Close>, String> {
    let PriceList { prices } = serde_json::from_slice(body).map_err(|cause| cause.to_string())?;
    if let Some(Close { close, .. }) = prices.iter().find(|price| !(0.0001..1e12).contains(&price.close)) {
        return Err(format!("{close} is not a price"));
    }
    match prices.windows(2).find(|pair| pair[1].date <= pair[0].date) {
        Some(pair) => Err(format!("{:?} follows {:?}", pair[1].date, pair[0].date)),
        None => Ok(prices),
    }
}
