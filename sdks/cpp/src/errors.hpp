#pragma once

#include <botyard/error.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace botyard {

/// The values of a message's placeholders, by name.
using placeholders = std::initializer_list<std::pair<std::string_view, std::string>>;

/// Makes the exception of a code of the error table [ERR-1].
exception make_error(std::string_view code, placeholders values = {}, const std::string& cause = "");

}  // namespace botyard
