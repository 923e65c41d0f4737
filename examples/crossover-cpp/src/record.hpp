#pragma once

/// The record that the crossover bot keeps between looks, and the answers to its queries.
///
/// The record is a JSON object under one state key; `../../crossover.md` describes its fields. All functions
/// are pure.

#include <botyard/json.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "strategy.hpp"

inline constexpr const char* record_key = "crossover";

/// The maximum number of new closes in one look. With more, the record begins afresh.
inline constexpr std::size_t most_new_closes = 300;

/// Returns what is measured at the closes later than the date of the stored record, or at least at the
/// newest.
std::vector<measured> to_emit(const settings& settings, const botyard::json& stored,
                              std::span<const day_close> prices);

class record {
  public:
    /// Returns the stored record, or a new one if there is none for these settings.
    ///
    /// \throws std::runtime_error  the stored value is not a record
    static record resume(const settings& settings, const botyard::json& stored);

    /// Takes all closes that are new, in order, and returns their signals, each with its date. There must be
    /// at least `long_period` closes.
    ///
    /// The record begins afresh with the newest close if the feed has begun a new lap or if there are too
    /// many new closes.
    std::vector<botyard::json> catch_up(const settings& settings, std::span<const day_close> prices);

    /// Takes one more close and returns its signal; null if there is none.
    botyard::json take(const measured& newest);

    /// The answers to /status, to /signals with the newest `limit` signals, and to /performance.
    nlohmann::ordered_json status() const;
    nlohmann::ordered_json signals(std::int64_t limit) const;
    nlohmann::ordered_json performance() const;

    /// The record as it is stored.
    const botyard::json& fields() const { return fields_; }

  private:
    explicit record(botyard::json fields) : fields_(std::move(fields)) {}

    std::size_t first_new(const settings& settings, std::span<const day_close> prices) const;
    void trade(const botyard::json& signal);

    botyard::json fields_;
};
