#include <botyard/state.hpp>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "bot.hpp"
#include "failing.hpp"
#include "variables.hpp"

using botyard::json;
namespace state = botyard::state;
namespace files = std::filesystem;

namespace {

/// A state directory that does not exist yet.
struct empty_state {
    const folder home;
    const std::string directory = home.path() + "/a/b";
    const variables given{{"STATE_DIR", directory}};

    std::string file(const std::string& name) const { return directory + "/" + name; }
};

}  // namespace

TEST_CASE("state - a key is one file, from set to delete") {
    const empty_state made;
    CHECK(state::list().empty());
    state::set("Last", {{"price", 187.5}});
    CHECK(made.home.text("a/b/%4cast.json") == R"({"price":187.5})");
    CHECK(state::get("Last") == json{{"price", 187.5}});
    CHECK(state::exists("Last"));
    CHECK(state::erase("Last"));
    CHECK_FALSE(state::erase("Last"));
    CHECK_FALSE(state::exists("Last"));
}

TEST_CASE("state - a key that is absent is the default, and a stored null is not") {
    const empty_state made;
    state::set("nothing", nullptr);
    CHECK(state::get("nothing", 7) == nullptr);
    CHECK(state::get("absent", 7) == 7);
    CHECK(state::get("absent") == nullptr);
}

TEST_CASE("state - keys are listed in the order of their bytes, and cleared") {
    const empty_state made;
    for (const auto* key : {"b", "é", "B", "a", "_"}) state::set(key, 1);
    std::ofstream(made.file("other.txt")).flush();
    CHECK(state::list() == std::vector<std::string>{"B", "_", "a", "b", "é"});
    state::clear();
    CHECK(state::list().empty());
    CHECK(files::exists(made.file("other.txt")));
}

TEST_CASE("state - links, pipes and folders with the name of a key are not keys") {
    const empty_state made;
    state::set("real", 1);
    files::create_symlink(made.file("real.json"), made.file("link.json"));
    files::create_directory(made.file("folder.json"));
    ::mkfifo(made.file("pipe.json").c_str(), 0666);
    for (const auto* key : {"link", "folder", "pipe"}) {
        CAPTURE(key);
        CHECK(state::get(key, 7) == 7);
        CHECK_FALSE(state::exists(key));
        CHECK_FALSE(state::erase(key));
    }
    CHECK(state::list() == std::vector<std::string>{"real"});
}

TEST_CASE("state - a set that fails leaves the old value and no temporary file") {
    const empty_state made;
    state::set("k", 1);
    files::create_directory(made.file("folder.json"));
    CHECK(message_of_failure([] { state::set("folder", 1); }) ==
          "cannot change the state in " + made.directory + ": EISDIR");
    CHECK(std::distance(files::directory_iterator(made.directory), {}) == 2);
}

TEST_CASE("state - a file that is not JSON is corrupt, and can be set again") {
    const empty_state made;
    state::set("k", 1);
    std::ofstream(made.file("k.json")).flush();
    CHECK(message_of_failure([] { state::get("k", 7); }) ==
          "the file of state key \"k\" is not valid JSON: " + made.file("k.json"));
    CHECK(code_of([] { state::get_as<int>("k"); }) == "state.corrupt");
    state::set("k", 2);
    CHECK(code_of([] { state::get_as<std::string>("k"); }) == "state.wrong_type");
}

TEST_CASE("state - a value that does not fit its type is refused with the path") {
    const empty_state made;
    state::set("k", {{"prices", {187.5, "x"}}});
    CHECK(message_of_failure([] { state::get_as<std::map<std::string, std::vector<double>>>("k"); }) ==
          "the value of state key \"k\" is of another type: prices[1] must be a number, got a string");
    state::set("nothing", nullptr);
    CHECK(code_of([] { state::get_as<int>("nothing"); }) == "state.wrong_type");
    CHECK(state::get_as<int>("absent") == std::nullopt);
}

TEST_CASE("state - a document is at most 1,048,576 bytes long") {
    const empty_state made;
    CHECK(code_of([] { state::set("k", std::string(1'048'574, 'x')); }) == "");
    CHECK(code_of([] { state::set("k", std::string(1'048'575, 'x')); }) == "state.value_too_large");
    CHECK(code_of([] { state::set("k", json::binary({1})); }) == "state.invalid_value");
}

TEST_CASE("state - a query process reads and does not write, before any other check") {
    const empty_state made;
    state::set("k", 1);
    const variables query{{"QUERY_PORT", "1"}};
    CHECK(code_of([] { state::set("", 1); }) == "state.read_only");
    CHECK(code_of([] { state::erase(""); }) == "state.read_only");
    CHECK(code_of([] { state::clear(); }) == "state.read_only");
    CHECK(state::get("k") == 1);
}

TEST_CASE("state - a directory that is none is a failure to read and to write") {
    const variables given{{"STATE_DIR", "/dev/null"}};
    CHECK(code_of([] { state::get("k"); }) == "state.read_failed");
    CHECK(code_of([] { state::list(); }) == "state.read_failed");
    CHECK(code_of([] { state::set("k", 1); }) == "state.write_failed");
}
