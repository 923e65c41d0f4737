#pragma once

/// \file
/// The result of a scheduled run.
///
/// It is the file `RESULT_PATH`, which is replaced as a whole. Of several results the last one counts
/// [RES-5]. A run that reports nothing and ends by itself is a success. The document is at most 1 MiB
/// (1,048,576 bytes) long.
///
/// In a query process all of these functions fail with `result.in_query`: a handler returns its answer
/// instead [RES-12].

#include <botyard/json.hpp>
#include <string_view>

namespace botyard {

/// Reports that the run succeeded. The run continues.
///
/// \code
/// botyard::success("rebalanced 2 positions");
/// \endcode
///
/// \throws exception the first of these that applies; an earlier result remains
/// - `result.in_query`: this is a query process
/// - `result.too_large`: the document is longer than 1 MiB
/// - `result.write_failed`: the directory of `RESULT_PATH` does not exist or is not writable, or the disk is
///   full; the cause is the system's reason
void success(std::string_view message);

/// Reports that the run succeeded, with data of any JSON form. The run continues.
///
/// \code
/// botyard::success_with_data("rebalanced 2 positions", {"AAPL", "MSFT"});
/// \endcode
///
/// \throws exception as success(), and `result.invalid_data` if `data` has no JSON form, before the size is
/// checked
void success_with_data(std::string_view message, const json_form& data);

/// The same as success_with_data().
///
/// \code
/// botyard::success("rebalanced", {{"positions", 2}, {"cash", 1204.5}});
/// \endcode
void success(std::string_view message, const json_form& data);

/// Reports that the run failed, logs the message, and ends the process at once with exit code 1 [RES-7].
///
/// Nothing of the program runs after it: no destructor, no `atexit` function, no other thread's work. What
/// the program has printed is flushed. A result that cannot be written is logged [RES-9].
///
/// \code
/// try {
///     throw std::runtime_error("there is no price of AAPL yet");
/// } catch (const std::exception& failure) {
///     botyard::error(failure.what());
/// }
/// \endcode
///
/// \throws exception `result.in_query` or `result.too_large`, as success(); only then does the process
/// continue
[[noreturn]] void error(std::string_view message);

/// Reports that the run failed, with data of any JSON form, and ends the process as error() does. The log
/// line does not contain the data.
///
/// \code
/// botyard::error_with_data("no prices", {"AAPL", "MSFT"});
/// \endcode
///
/// \throws exception as error(), and `result.invalid_data` if `data` has no JSON form
[[noreturn]] void error_with_data(std::string_view message, const json_form& data);

/// The same as error_with_data().
///
/// \code
/// botyard::error("no price", {{"symbol", "AAPL"}, {"attempts", 3}});
/// \endcode
[[noreturn]] void error(std::string_view message, const json_form& data);

/// Reports a result of the bot's own form, which must be an object. The run continues.
///
/// The platform judges the run an error if the object has `"status": "error"` [RES-14].
///
/// \code
/// botyard::result({{"status", "success"}, {"orders", {{{"symbol", "AAPL"}, {"shares", 3}}}}});
/// \endcode
///
/// \throws exception as success(), and `result.invalid_data` if the JSON form of `data` is not an object
void result(const json_form& data);

}  // namespace botyard
