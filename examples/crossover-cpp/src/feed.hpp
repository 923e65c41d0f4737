#pragma once

/// The client of the price feed.

#include <stdexcept>
#include <string>
#include <vector>

#include "strategy.hpp"

/// The feed sent no prices.
class price_feed_error : public std::runtime_error {
  public:
    price_feed_error(const std::string& message, std::string reason)
        : std::runtime_error(message), reason(std::move(reason)) {}

    /// Further details.
    std::string reason;
};

/// The price feed at an address.
class price_feed {
  public:
    /// Returns the feed whose address is in the environment.
    static price_feed from_environment();

    /// Fetches the newest `limit` closes of a symbol, oldest first; fewer at the beginning of its history.
    ///
    /// \throws price_feed_error
    std::vector<day_close> newest_prices(const std::string& symbol, std::size_t limit) const;

  private:
    explicit price_feed(std::string address) : address_(std::move(address)) {}

    std::string address_;
};
