/// Holds the public names, as the headers declare them, to the list in public-names.txt.

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

namespace {

using names = std::set<std::string>;

std::string in_brackets_left_out(std::string line) {
    const static std::regex brackets("<[^<>]*>");
    for (std::string before; before != line;) {
        before = line;
        line = std::regex_replace(line, brackets, "");
    }
    return line;
}

/// Reads the declarations of a header: clang-format puts those of a namespace at the margin, and members of a
/// class four columns into it. Constants count as one name, that of their namespace. Whatever is in a
/// namespace `detail` is not public.
void add_names(const std::filesystem::path& header, names& all) {
    std::ifstream file(header);
    std::string room, type;
    bool is_public = true, is_detail = false;
    const std::regex opens("namespace botyard(?:::)?([\\w:]*) \\{"),
        defines("(?:class|struct) (\\w+)(?: final)?(?: :.*)? \\{"), alias("using (\\w+) =.*"),
        function(
            "(    )?(?! |return |using |explicit |if |}|///|const_cast)(?:[\\w:&*]+ )*[\\w:]+[&*]* "
            "[&*]?(\\w+)\\(.*"),
        field("    [\\w:]+ (\\w+);"), constant("std::string_view \\w+ = .*;");
    for (std::string raw; std::getline(file, raw);) {
        const auto line = in_brackets_left_out(
            std::regex_replace(raw, std::regex("\\[\\[noreturn\\]\\] |static |inline |constexpr "), ""));
        std::smatch found;
        if (std::regex_match(line, found, opens)) {
            room = found[1];
            is_detail = room.ends_with("detail");
            if (!room.empty()) room += "::";
        } else if (line.starts_with("namespace detail")) {
            is_detail = true;
        } else if (line.starts_with("}  // namespace")) {
            is_detail = false;
        } else if (is_detail) {
            continue;
        } else if (std::regex_match(line, found, defines)) {
            type = found[1].str();
            is_public = raw.starts_with("struct");
            all.insert(room + type);
            type += "::";
        } else if (line == "};") {
            type.clear();
        } else if (line == "  public:" || line == "  private:") {
            is_public = line == "  public:";
        } else if (std::regex_match(line, constant)) {
            all.insert(room.substr(0, room.rfind("::")));
        } else if (std::regex_match(line, found, alias)) {
            all.insert(room + found[1].str());
        } else if (std::regex_match(line, found, function) && found[1].matched != type.empty()) {
            if (type.empty() || is_public) all.insert(room + type + found[2].str());
        } else if (!type.empty() && is_public && std::regex_match(line, found, field)) {
            all.insert(room + type + found[1].str());
        }
    }
}

}  // namespace

TEST_CASE("the headers declare the public names of the list, and no others") {
    const std::filesystem::path sdk = SDK;
    names declared, listed;
    for (const auto& header : std::filesystem::directory_iterator(sdk / "include" / "botyard")) {
        add_names(header.path(), declared);
    }
    std::ifstream list(sdk / "tests" / "public-names.txt");
    for (std::string name; std::getline(list, name);) listed.insert(name);
    for (const auto& name : declared) {
        CAPTURE(name);
        CHECK(listed.contains(name));
    }
    for (const auto& name : listed) {
        CAPTURE(name);
        CHECK(declared.contains(name));
    }
}
