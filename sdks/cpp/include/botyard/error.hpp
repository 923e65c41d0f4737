#pragma once

/// \file
/// The exception of the SDK.

#include <botyard/codes.hpp>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace botyard {

/// A failure of the contract [ERR-1]. Every function of the SDK throws this type and no other. Its `what()`
/// is the message, for people: a sentence that contains the offending value.
///
/// \code
/// try {
///     botyard::state::set("", 1);
/// } catch (const botyard::exception& failure) {
///     assert(failure.code() == botyard::codes::state_invalid_key);
///     botyard::log::warn(failure.what(), {{"next", failure.next()}});
/// }
/// \endcode
class exception final : public std::runtime_error {
  public:
    /// Bots only catch exceptions; the SDK makes them from its error table.
    exception(std::string_view code, const std::string& message, std::string_view next,
              const std::string& cause);

    /// The code of the error table, such as `codes::state_read_only`. Programs compare this and not the
    /// message. The text is never destroyed.
    ///
    /// \code
    /// try {
    ///     botyard::metric("", {{"value", 187.5}});
    /// } catch (const botyard::exception& failure) {
    ///     if (failure.code() != botyard::codes::metric_invalid_type) throw;
    /// }
    /// \endcode
    std::string_view code() const noexcept { return code_; }

    /// The advice of the error table: what to do next, in full sentences [ERR-3]. The text is never
    /// destroyed.
    ///
    /// \code
    /// try {
    ///     botyard::query::handler("status", [](const auto&) { return "up"; });
    /// } catch (const botyard::exception& failure) {
    ///     assert(failure.next() == "Use a path that begins with \"/\", for example \"/status\".");
    /// }
    /// \endcode
    std::string_view next() const noexcept { return next_; }

    /// The text of the underlying failure, such as the reason that the system gave; empty if there is none.
    /// It exists as long as the exception.
    ///
    /// \code
    /// try {
    ///     botyard::query::get_config();
    /// } catch (const botyard::exception& failure) {
    ///     botyard::log::warn(failure.what(), {{"cause", failure.cause()}});
    /// }
    /// \endcode
    std::string_view cause() const noexcept { return cause_.what(); }

  private:
    std::string_view code_;
    std::string_view next_;
    // A copy of an exception must not throw, which a member std::string could.
    std::runtime_error cause_;
};

}  // namespace botyard
