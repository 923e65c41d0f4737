#pragma once

/// \file
/// The exception of the SDK.

#include <botyard/codes.hpp>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace botyard {

/// A failure of the contract [ERR-1]. Its `what()` is the message, for people.
///
/// \code
/// try {
///     botyard::state::set("trades", 1);
/// } catch (const botyard::exception& failure) {
///     if (failure.code() != botyard::codes::state_read_only) throw;
/// }
/// \endcode
class exception final : public std::runtime_error {
  public:
    /// Bots only catch exceptions; the SDK makes them from its error table.
    exception(std::string_view code, const std::string& message, std::string_view next,
              const std::string& cause);

    /// The code of the error table, such as `codes::state_read_only`, for programs.
    std::string_view code() const noexcept { return code_; }

    /// The advice of the error table: what to do next, in full sentences [ERR-3].
    std::string_view next() const noexcept { return next_; }

    /// The text of the underlying failure; empty if there is none.
    std::string_view cause() const noexcept { return cause_.what(); }

  private:
    std::string_view code_;
    std::string_view next_;
    // A copy of an exception must not throw, which a member std::string could.
    std::runtime_error cause_;
};

}  // namespace botyard
