/// The crossover bot's queries. They read the state that `main.cpp` writes.

#include <botyard/botyard.hpp>

#include "record.hpp"

namespace query = botyard::query;

namespace {

record remembered() {
    return record::resume(settings::of(query::get_config()), botyard::state::get(record_key));
}

}  // namespace

int main() {
    query::handler("/status", [](const query::request&) { return remembered().status(); });
    query::handler("/performance", [](const query::request&) { return remembered().performance(); });
    query::handler("/signals", [](const query::request& request) {
        const auto limit = request.get_integer("limit").value_or(10);
        return remembered().signals(limit);
    });
    query::run();
}
