#include "read.hpp"

#include <algorithm>
#include <botyard/misfit.hpp>
#include <cmath>
#include <string>
#include <vector>

namespace botyard {
namespace {

// Copies of a json are made recursively, so the depth has a limit that fits any stack [JSON-13].
constexpr std::size_t deepest_read = 512;

/// The library's number of its error for this.
constexpr int number_overflow = 406;

/// The digits of a number without zeros at either end; the exponent is left out.
std::string significant_digits(std::string_view text) {
    std::string digits;
    for (const auto c : text.substr(0, text.find_first_of("eE"))) {
        if (c >= '0' && c <= '9' && !(c == '0' && digits.empty())) digits += c;
    }
    digits.erase(digits.find_last_not_of('0') + 1);
    return digits;
}

/// Makes a number that was written with a fraction or an exponent an integer of 64 bits, if it is one and its
/// double is exact. Other doubles of this size may stand for an integer beside them.
json large_number(double number, std::string_view text) {
    const auto size = std::abs(number);
    if (size >= 0x1p64 || number < -0x1p63) return number;
    const auto integer = static_cast<std::uint64_t>(size);
    if (significant_digits(text) != significant_digits(std::to_string(integer))) return number;
    if (number > 0) return integer;
    return static_cast<std::int64_t>(number);
}

/// Builds the value from the parser's events. The library's own builder has no limit of depth, and its
/// exceptions quote the document.
class builder : public nlohmann::json_sax<json> {
  public:
    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t& text) override {
        return add(std::abs(value) < botyard::detail::first_rounded ? json(value)
                                                                    : large_number(value, text));
    }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(json::object()); }
    bool start_array(std::size_t) override { return open(json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        place_ = &(*open_.back())[std::move(name)];
        return true;
    }

    bool parse_error(std::size_t at, const std::string& token, const json::exception& failure) override {
        // A number beyond a double is noticed at its end.
        failed_at = failure.id == number_overflow ? at - token.size() + 1 : at;
        return false;
    }

    json value;
    std::optional<std::size_t> failed_at;

  private:
    json* add(json item, int) {
        if (open_.empty()) return &(value = std::move(item));
        if (open_.back()->is_object()) return &(*place_ = std::move(item));
        return &open_.back()->emplace_back(std::move(item));
    }

    bool add(json item) { return add(std::move(item), 0) != nullptr; }

    bool open(json empty) {
        if (open_.size() == deepest_read) return false;
        open_.push_back(add(std::move(empty), 0));
        return true;
    }

    bool close() {
        open_.pop_back();
        return true;
    }

    std::vector<json*> open_;
    json* place_ = nullptr;
};

std::string position(std::string_view document, std::size_t at) {
    const auto before = document.substr(0, std::min(at, document.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const auto column = before.size() - (before.rfind('\n') + 1);
    return "line " + std::to_string(line) + ", column " + std::to_string(std::max<std::size_t>(column, 1));
}

}  // namespace

json read_json(std::string_view document) {
    // The library skips a byte order mark, and takes U+0000 for the end of the document.
    if (document.starts_with("\xEF\xBB\xBF")) throw invalid_json("byte order mark at line 1, column 1");
    if (const auto at = document.find('\0'); at != document.npos) {
        throw invalid_json("control character at " + position(document, at + 1));
    }
    builder built;
    if (json::sax_parse(document, &built)) return std::move(built.value);
    if (!built.failed_at) throw invalid_json("nested deeper than " + std::to_string(deepest_read));
    throw invalid_json("invalid JSON at " + position(document, *built.failed_at));
}

std::optional<json> read_object(std::string_view document) {
    try {
        auto value = read_json(document);
        if (value.is_object()) return value;
    } catch (const invalid_json&) {
    }
    return std::nullopt;
}

}  // namespace botyard
