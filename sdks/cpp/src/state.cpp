#include <botyard/state.hpp>

#include <algorithm>

#include "errors.hpp"
#include "json/read.hpp"
#include "json/utf8.hpp"
#include "json/write.hpp"
#include "process/environment.hpp"
#include "process/files.hpp"
#include "process/system_error.hpp"
#include "state_key.hpp"

namespace botyard::state {
namespace {

constexpr std::size_t max_document = 1'048'576;

void refuse_in_query(const char* operation) {
    if (process::is_query_process()) throw make_error("state.read_only", {{"operation", operation}});
}

exception failed(const char* code, const std::string& directory, const std::system_error& cause) {
    return make_error(code, {{"path", directory}, {"reason", process::error_name(cause.code())}},
                      cause.what());
}

/// Calls a function of the file system in the state directory; `code` is that of its failure.
template <class F>
auto in_directory(const char* code, F call) {
    const auto directory = process::state_dir();
    try {
        return call(directory);
    } catch (const std::system_error& cause) {
        throw failed(code, directory, cause);
    }
}

std::string document_of(std::string_view key, const json_form& value) {
    std::string document;
    try {
        append_json(document, value);
    } catch (const no_json_form& refused) {
        throw make_error("state.invalid_value", {{"key", shown(key)}, {"reason", refused.what()}},
                         refused.cause);
    }
    if (document.size() > max_document) {
        const auto size = std::to_string(document.size());
        throw make_error("state.value_too_large", {{"key", shown(key)}, {"size", size}});
    }
    return document;
}

/// The keys in a directory, in no order.
std::vector<std::string> keys_in(const std::string& directory) {
    std::vector<std::string> keys;
    for (const auto& name : process::file_names(directory)) {
        if (auto key = key_of_file(name)) keys.push_back(*std::move(key));
    }
    return keys;
}

}  // namespace

std::optional<json> detail::find(std::string_view key) {
    const auto name = file_of_key(key);
    return in_directory("state.read_failed", [&](const std::string& directory) -> std::optional<json> {
        const auto path = directory + "/" + name;
        const auto content = process::read_file(path);
        if (!content) return std::nullopt;
        try {
            return read_json(*content);
        } catch (const invalid_json& cause) {
            throw make_error("state.corrupt", {{"key", shown(key)}, {"path", path}}, cause.what());
        }
    });
}

void detail::wrong_type(std::string_view key, const botyard::detail::misfit& reason) {
    throw make_error("state.wrong_type", {{"key", shown(key)}, {"reason", reason.reason()}}, reason.words());
}

json get(std::string_view key, json default_value) {
    if (auto stored = detail::find(key)) return *std::move(stored);
    return default_value;
}

void set(std::string_view key, const json_form& value) {
    refuse_in_query("set");
    const auto encoded = encode_key(key);
    const auto document = document_of(key, value);
    in_directory("state.write_failed", [&](const std::string& directory) {
        const auto path = directory + "/" + encoded + ".json";
        try {
            process::replace_file(path, encoded, document);
        } catch (const std::system_error& failure) {
            if (failure.code() != std::errc::no_such_file_or_directory) throw;
            process::make_directories(directory);
            process::replace_file(path, encoded, document);
        }
        process::flush_directory(directory);
    });
}

bool erase(std::string_view key) {
    refuse_in_query("delete");
    const auto name = file_of_key(key);
    return in_directory("state.write_failed", [&](const std::string& directory) {
        const auto existed = process::remove_file(directory + "/" + name);
        if (existed) process::flush_directory(directory);
        return existed;
    });
}

void clear() {
    refuse_in_query("clear");
    in_directory("state.write_failed", [](const std::string& directory) {
        const auto keys = keys_in(directory);
        for (const auto& key : keys) process::remove_file(directory + "/" + file_of_key(key));
        if (!keys.empty()) process::flush_directory(directory);
    });
}

bool exists(std::string_view key) {
    const auto name = file_of_key(key);
    return in_directory("state.read_failed", [&](const std::string& directory) {
        return process::is_file(directory + "/" + name);
    });
}

std::vector<std::string> list() {
    auto keys = in_directory("state.read_failed", keys_in);
    std::sort(keys.begin(), keys.end());
    return keys;
}

}  // namespace botyard::state
