#pragma once

#include <botyard/error.hpp>
#include <string>

/// The code with which a call fails; empty if it does not.
template <class F>
std::string code_of(F call) {
    try {
        call();
        return "";
    } catch (const botyard::exception& failure) {
        return std::string(failure.code());
    }
}

/// The message with which a call fails; empty if it does not.
template <class F>
std::string message_of_failure(F call) {
    try {
        call();
        return "";
    } catch (const std::exception& failure) {
        return failure.what();
    }
}
