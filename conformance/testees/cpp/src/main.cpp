/// A bot that runs a script: docs/reference/conformance-cases.md, "Adapter".

#include <fcntl.h>
#include <unistd.h>

#include <barrier>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <map>
#include <thread>

#include "adapter.hpp"

kept_values kept;
const std::string code_folder = std::filesystem::current_path();

namespace {

const int trace = ::open(std::getenv("CONF_TRACE"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
bool done = false;
std::mutex adding;
std::vector<std::thread> background_work;
std::vector<json> exit_hooks;

flow handler(const json& args, const place&) {
    botyard::query::handler(
        make(args[0], kept.values).text(), [ops = args[1]](const botyard::query::request& request) {
            auto answer = run(ops, std::make_shared<const botyard::query::request>(request)).value_or(made{});
            return answer.fails ? botyard::json_form(answer) : botyard::json_form(std::move(answer.value));
        });
    return std::nullopt;
}

flow parallel(const json& lists, const place& where) {
    std::barrier at_once(static_cast<std::ptrdiff_t>(lists.size()));
    std::vector<std::future<flow>> threads;
    for (const auto& ops : lists)
        threads.push_back(std::async(std::launch::async, [&at_once, &ops, &where] {
            at_once.arrive_and_wait();
            return run(ops, where);
        }));
    for (const auto& thread : threads) thread.wait();
    for (auto& thread : threads) thread.get();
    return std::nullopt;
}

flow background(const json& args, const place& where) {
    const std::lock_guard alone(adding);
    background_work.emplace_back([ops = args[0], where] { run(ops, where); });
    return std::nullopt;
}

flow guarded(const json& lists, const place& where) {
    flow out;
    std::exception_ptr failure;
    try {
        out = run(lists[0], where);
    } catch (...) {
        try {
            out = run(lists[1], where);
        } catch (...) {
            failure = std::current_exception();
        }
    }
    if (lists.size() > 2) {
        if (auto last = run(lists[2], where)) return last;
    }
    if (failure) std::rethrow_exception(failure);
    return out;
}

flow wrapped(const json& args, const place& where) {
    try {
        return run(args[1], where);
    } catch (...) {
        std::throw_with_nested(std::runtime_error(args[0].get<std::string>()));
    }
}

flow on_term(const json& args, const place&) {
    static const json ops = args[0];
    std::signal(SIGTERM, [](int) { run(ops, nullptr); });
    return std::nullopt;
}

flow repeat(const json& args, const place& where) {
    for (auto times = args[0].get<long>(); times > 0; --times) {
        if (auto answer = run(args[1], where)) return answer;
    }
    return std::nullopt;
}

flow at_exit(const json& args, const place&) {
    exit_hooks.push_back(args[0]);
    std::atexit([] {
        const auto ops = std::move(exit_hooks.back());
        exit_hooks.pop_back();
        run(ops, nullptr);
    });
    return std::nullopt;
}

/// Ops that contain ops, and `return`.
const std::map<std::string, flow (*)(const json&, const place&)> blocks = {
    {"query.handler", handler}, {"parallel", parallel}, {"background", background}, {"guarded", guarded},
    {"repeat", repeat},         {"at_exit", at_exit},   {"wrapped", wrapped},       {"on_term", on_term},
};

std::vector<made> arguments_of(const json& op) {
    const std::lock_guard alone(kept.lock);
    std::vector<made> args;
    for (const auto& given : op["args"]) args.push_back(make(given, kept.values));
    return args;
}

void keep(const json& op, const json& value) {
    if (!op.contains("as")) return;
    const std::lock_guard alone(kept.lock);
    kept.values[op["as"].get<std::string>()] = value;
}

flow perform(const json& op, const place& where) {
    const auto& name = op["op"].get_ref<const std::string&>();
    note({{"id", op["id"]}, {"begin", name}});
    try {
        json value;
        if (name == "return") {
            auto args = arguments_of(op);
            return args.empty() ? made{} : std::move(args[0]);
        }
        if (const auto block = blocks.find(name); block != blocks.end()) {
            if (auto answer = block->second(op["args"], where)) return answer;
        } else if (auto returned = call(name, arguments_of(op), where)) {
            value = *std::move(returned);
        } else {
            note({{"id", op["id"]}, {"unsupported", true}});
            ::_exit(64);
        }
        keep(op, value);
        note({{"id", op["id"]}, {"value", value}});
    } catch (...) {
        note({{"id", op["id"]}, {"error", current_fault()}});
        if (op.contains("uncaught")) throw;
    }
    return std::nullopt;
}

}  // namespace

void note(const json& line) {
    const auto text = line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
    if (::write(trace, text.data(), text.size()) < 0) std::abort();
}

flow run(const json& ops, const place& where) {
    for (const auto& op : ops) {
        if (auto answer = perform(op, where)) return answer;
    }
    return std::nullopt;
}

int main() {
    // Registered first, so it runs last.
    std::atexit([] {
        if (done) note({{"end", true}});
    });
    std::ifstream script(std::getenv("CONF_SCRIPT"));
    run(json::parse(script)["ops"], nullptr);
    for (auto& work : background_work) work.join();
    done = true;
}
