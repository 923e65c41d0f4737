#pragma once

namespace botyard::process {

/// Ends the process at once: no destructor, no exit function [RES-8].
[[noreturn]] void end(int exit_code);

}  // namespace botyard::process
