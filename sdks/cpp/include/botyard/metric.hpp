#pragma once

/// \file
/// Metrics.

#include <botyard/fields.hpp>
#include <botyard/json.hpp>
#include <string_view>

namespace botyard {

/// Writes a metric to standard output, as one line that has reached the system when the function returns
/// [MET-1]. Its time is that of the call, in UTC, in milliseconds. Any number of threads may call it; lines
/// stay whole. Numbers that are not finite become null.
///
/// \code
/// botyard::json price = {{"symbol", "AAPL"}};
/// price["value"] = 187.5;
/// botyard::metric("price", price);
/// \endcode
///
/// \param type  what the metric is, not empty
/// \param data  an object; the line is at most 65,536 bytes long
/// \throws exception the first of these that applies; except for the last one, nothing is written
/// - `metric.invalid_type`: `type` is empty
/// - `metric.invalid_data`: the JSON form of `data` is not an object
/// - `metric.too_large`: the line is longer than 65,536 bytes
/// - `metric.write_failed`: standard output is closed, full or a broken pipe
void metric(std::string_view type, const json_form& data);

/// The same for an object that is written as a braced list: it takes less time, because no `json` is made of
/// the members.
///
/// \code
/// botyard::metric("price", {{"symbol", "AAPL"}, {"value", 187.5}});
/// \endcode
void metric(std::string_view type, detail::fields data);

}  // namespace botyard
