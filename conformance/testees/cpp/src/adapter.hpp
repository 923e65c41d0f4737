#pragma once

#include <botyard/botyard.hpp>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "made.hpp"

using botyard::json;

/// The request of the handler in which ops run; null elsewhere.
using place = std::shared_ptr<const botyard::query::request>;

/// The answer, if a `return` has ended the handler; otherwise the next op follows.
using flow = std::optional<made>;

/// Values stored by `as`, which several threads use.
struct kept_values {
    std::mutex lock;
    json values = json::object();
};
extern kept_values kept;

/// The folder in which the bot was started.
extern const std::string code_folder;

void note(const json& line);

flow run(const json& ops, const place& where);

/// Calls the function of an op and returns its value; nothing if there is no such op.
std::optional<json> call(const std::string& name, const std::vector<made>& args, const place& where);

/// What the trace contains of the exception that is being handled.
json current_fault(const std::exception_ptr& thrown = std::current_exception());

/// The op `fail_with`.
[[noreturn]] void throw_value(const json& value);
