#pragma once

#include <string>
#include <system_error>

namespace botyard::process {

/// The name of a system error, such as `ENOSPC`; its own words if it has no name here.
std::string error_name(const std::error_code& error);

}  // namespace botyard::process
