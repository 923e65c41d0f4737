#pragma once

/// \file
/// What does not fit a type.

#include <botyard/json.hpp>
#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <vector>

namespace botyard::detail {

/// The first part of a value that does not fit its type [JSON-20].
class misfit : public std::exception {
  public:
    /// \param expected  in the words of the contract; empty if only a type of the bot knows it
    /// \param found  null if the part is missing
    /// \param words  what a type of the bot says
    misfit(std::string expected, const json* found, std::string words = "");

    const char* what() const noexcept override { return "a value does not fit its type"; }

    /// Adds a key or an index before the path: what does not fit is inside of another value.
    void is_inside(json step) { steps_.push_back(std::move(step)); }
    std::size_t depth() const { return steps_.size(); }

    /// The path, as in `legs[0].size`; empty for the value as a whole.
    std::string path() const;
    /// The same of a parameter, whose own key is left as it is.
    std::string key() const;
    /// What does not fit and why, without the value; the words may quote it.
    std::string reason(bool with_words = true) const;
    /// What is expected of a parameter.
    std::string expected() const;
    const std::string& words() const { return words_; }
    /// The JSON text of what is found, cut.
    const std::string& shown() const { return shown_; }

  private:
    std::string expected_;
    std::string words_;
    std::string shown_;
    std::string kind_;
    /// From the inside out.
    std::vector<json> steps_;
};

/// From this number on, doubles leave integers out.
inline constexpr double first_rounded = 0x1p53;

/// Compares a value with the JSON form of what was read from it.
///
/// \throws misfit  it is another one, except for members that were not read, and rounded fractions
void hold_unchanged(const json& given, const json& held);

/// The words of an enumeration, as an expectation.
std::string one_of(const std::vector<json>& words);

/// The value whose JSON text a string is, as a whole; nothing for that of another string.
std::optional<json> text_form(const json& value);

}  // namespace botyard::detail
