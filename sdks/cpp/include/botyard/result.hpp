#pragma once

/// \file
/// The result of a scheduled run.
///
/// Of several results the last one counts [RES-5]. A run that reports nothing and ends by itself is a
/// success. In a query process all of these functions fail with `result.in_query`: a handler returns its
/// answer instead [RES-12].

#include <botyard/json.hpp>
#include <string_view>

namespace botyard {

/// Reports that the run succeeded. The run continues.
///
/// \throws exception `result.in_query`, `result.too_large` (more than 1 MiB), `result.write_failed`
void success(std::string_view message);

/// Reports that the run succeeded, with data of any JSON form. The run continues.
///
/// \code
/// botyard::success_with_data("rebalanced 2 positions", {"AAPL", "MSFT"});
/// \endcode
///
/// \throws exception as success(), and `result.invalid_data` if `data` has no JSON form
void success_with_data(std::string_view message, const json_form& data);

/// The same as success_with_data().
void success(std::string_view message, const json_form& data);

/// Reports that the run failed, logs the message, and ends the process at once with exit code 1 [RES-7].
///
/// Nothing of the program runs after it: no destructor, no `atexit` function, no other thread's work. A
/// result that cannot be written is logged [RES-9].
///
/// \throws exception `result.in_query`, `result.too_large`; only then does the process continue
[[noreturn]] void error(std::string_view message);

/// Reports that the run failed, with data of any JSON form, and ends the process as error() does. The log
/// line does not contain the data.
///
/// \throws exception as error(), and `result.invalid_data` if `data` has no JSON form
[[noreturn]] void error_with_data(std::string_view message, const json_form& data);

/// The same as error_with_data().
[[noreturn]] void error(std::string_view message, const json_form& data);

/// Reports a result of the bot's own form, which must be an object. The run continues.
///
/// The platform judges the run an error if the object has `"status": "error"` [RES-14].
///
/// \throws exception `result.in_query`, `result.invalid_data` if the JSON form of `data` is not an object,
/// `result.too_large`, `result.write_failed`
void result(const json_form& data);

}  // namespace botyard
