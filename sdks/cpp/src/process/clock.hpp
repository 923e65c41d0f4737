#pragma once

namespace botyard::process {

/// Milliseconds since 1970, truncated.
long long now();

}  // namespace botyard::process
