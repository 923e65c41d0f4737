/// Ops that call one function.

#include <unistd.h>

#include <botyard/stop.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <thread>

#include "adapter.hpp"

namespace state = botyard::state;
namespace query = botyard::query;

namespace {

using arguments = std::vector<made>;
using seconds = std::chrono::duration<double>;

enum class direction { up, down };
NLOHMANN_JSON_SERIALIZE_ENUM(direction, {{direction::up, "up"}, {direction::down, "down"}})

struct leg {
    double price;
    std::uint8_t size;
    BOTYARD_MEMBERS(price, size)
};

struct position {
    std::string symbol;
    std::int64_t qty;
    ::direction direction;
    std::optional<double> stop;
    std::vector<leg> legs;
    BOTYARD_MEMBERS(symbol, qty, direction, stop, legs)
};

json fallback(const arguments& args) { return args.size() > 1 ? args[1].value : json(nullptr); }

std::string file(const arguments& args) { return code_folder + "/" + args[0].text(); }

/// Makes a function of one that returns nothing.
template <class F>
auto returns_null(F function) {
    return [function](const arguments& args) -> json {
        function(args);
        return nullptr;
    };
}

using message_only = void (*)(std::string_view);
using message_and_data = void (*)(std::string_view, const botyard::json_form&);

auto with_message(message_only without_data, message_and_data with_data) {
    return returns_null([=](const arguments& args) {
        args.size() > 1 ? with_data(args[0].text(), args[1].form()) : without_data(args[0].text());
    });
}

/// Changes a part of a kept value.
void change(const arguments& args) {
    const std::lock_guard alone(kept.lock);
    auto* part = &kept.values.at(args[0].text());
    for (const auto& step : args[1].value) {
        part = step.is_string() ? &(*part)[step.get<std::string>()] : &(*part)[step.get<std::size_t>()];
    }
    *part = args[2].value;
}

void set_variable(const arguments& args) {
    const auto name = args[0].text();
    args[1].value.is_null() ? ::unsetenv(name.c_str()) : ::setenv(name.c_str(), args[1].text().c_str(), 1);
}

void wait_for(const arguments& args) {
    while (!std::filesystem::exists(file(args))) std::this_thread::sleep_for(std::chrono::milliseconds(3));
}

json parse_as(const arguments&) {
    const auto [bot_id, config] = botyard::input::parse_as<position>();
    return {{"id", bot_id}, {"config", config}};
}

template <class T>
json get_as(const arguments& args) {
    const auto found = state::get_as<T>(args[0].text());
    return found ? json(*found) : args.size() > 2 ? args[2].value : json(nullptr);
}

json get_as_shape(const arguments& args) {
    const auto shape = args[1].text();
    if (shape == "integer") return get_as<std::int64_t>(args);
    if (shape == "byte") return get_as<std::uint8_t>(args);
    return shape == "direction" ? get_as<direction>(args) : get_as<position>(args);
}

const std::map<std::string, std::function<json(const arguments&)>> calls = {
    {"input.parse",
     [](auto&) -> json {
         auto [bot_id, config] = botyard::input::parse();
         return {{"id", bot_id}, {"config", config}};
     }},
    {"input.parse_as", parse_as},
    {"metric", returns_null([](auto& args) { botyard::metric(args[0].text(), args[1].form()); })},
    {"log.debug", with_message(botyard::log::debug, botyard::log::debug)},
    {"log.info", with_message(botyard::log::info, botyard::log::info)},
    {"log.warn", with_message(botyard::log::warn, botyard::log::warn)},
    {"log.error", with_message(botyard::log::error, botyard::log::error)},
    {"success", with_message(botyard::success, botyard::success)},
    {"success_with_data", with_message(nullptr, botyard::success_with_data)},
    {"error", with_message(botyard::error, botyard::error)},
    {"error_with_data", with_message(nullptr, botyard::error_with_data)},
    {"result", returns_null([](auto& args) { botyard::result(args[0].form()); })},
    {"state.get", [](auto& args) { return state::get(args[0].text(), fallback(args)); }},
    {"state.get_as", get_as_shape},
    {"state.set", returns_null([](auto& args) { state::set(args[0].text(), args[1].form()); })},
    {"state.delete", [](auto& args) { return state::erase(args[0].text()); }},
    {"state.clear", returns_null([](auto&) { state::clear(); })},
    {"state.exists", [](auto& args) { return state::exists(args[0].text()); }},
    {"state.list", [](auto&) { return state::list(); }},
    {"query.get_config", [](auto&) { return query::get_config(); }},
    {"query.run", returns_null([](auto&) { query::run(); })},
    {"stop.requested", [](auto&) { return botyard::stop::requested(); }},
    {"stop.wait",
     [](auto& args) { return botyard::stop::wait(seconds(args[0].value.template get<double>())); }},
    {"fail", returns_null([](auto& args) { throw std::runtime_error(args.empty() ? "" : args[0].text()); })},
    {"fail_with", returns_null([](auto& args) { throw_value(args[0].value); })},
    {"exit", returns_null([](auto& args) { std::exit(args[0].value.template get<int>()); })},
    {"print", returns_null([](auto& args) { std::cout << args[0].text(); })},
    {"eprint", returns_null([](auto& args) { std::cerr << args[0].text(); })},
    {"change", returns_null(change)},
    {"environment.set", returns_null(set_variable)},
    {"chdir", returns_null([](auto& args) { std::filesystem::current_path(file(args)); })},
    {"close", returns_null([](auto& args) { std::fclose(args[0].text() == "stdout" ? stdout : stderr); })},
    {"touch", returns_null([](auto& args) { std::ofstream(file(args)).flush(); })},
    {"wait_for", returns_null(wait_for)},
};

template <class T>
json or_default(const std::optional<T>& found, const arguments& args) {
    return found ? json(*found) : fallback(args);
}

std::optional<json> ask(const query::request& request, const std::string& accessor, const arguments& args) {
    const auto key = args.empty() ? "" : args[0].text();
    if (accessor == "path") return request.path();
    if (accessor == "values") return request.values();
    if (accessor == "get") return request.get(key, fallback(args));
    if (accessor == "get_string") return or_default(request.get_string(key), args);
    if (accessor == "get_number") return or_default(request.get_number(key), args);
    if (accessor == "get_integer") return or_default(request.get_integer(key), args);
    if (accessor == "get_boolean") return or_default(request.get_boolean(key), args);
    if (accessor == "get_array") return or_default(request.get_array(key), args);
    if (accessor == "get_object") return or_default(request.get_object(key), args);
    if (accessor == "params_as") return request.params_as<position>();
    return std::nullopt;
}

}  // namespace

std::optional<json> call(const std::string& name, const std::vector<made>& args, const place& where) {
    if (where && name.starts_with("request.")) return ask(*where, name.substr(8), args);
    const auto found = calls.find(name);
    if (found == calls.end()) return std::nullopt;
    return found->second(args);
}
