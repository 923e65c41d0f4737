#pragma once

#include <botyard/json.hpp>
#include <string>

/// An argument of an op: a JSON value, or one whose conversion to JSON fails.
struct made {
    botyard::json value;
    bool fails = false;

    std::string text() const { return value.get<std::string>(); }

    /// What is passed to the SDK. Only a failing value needs the hook; deep ones are not copied.
    botyard::json_form form() const;
};

void to_json(botyard::json& json, const made& made);

/// Replaces `{$make: …}`, `{$var: …}` and `{$literal: …}` in an argument.
made make(const botyard::json& given, const botyard::json& kept);
