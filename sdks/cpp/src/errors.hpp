#pragma once

#include <botyard/error.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace botyard {

/// The values of a message's placeholders, by name.
using placeholders = std::initializer_list<std::pair<std::string_view, std::string>>;

/// The message of a code. Unlike `what()`, it may contain U+0000.
std::string message_of(std::string_view code, placeholders values);

/// Makes the exception of a code of the error table [ERR-1].
exception make_error(std::string_view code, placeholders values = {}, const std::string& cause = "");

}  // namespace botyard
