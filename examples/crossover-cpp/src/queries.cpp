#include <botyard/botyard.hpp>

#include "bot.hpp"
#include "record.hpp"

namespace query = botyard::query;

namespace {

record remembered() {
    return record::resume(settings::of(query::get_config()), botyard::state::get(record_key));
}

}  // namespace

void answer_queries() {
    query::handler("/status", [](const query::request&) { return remembered().status(); });
    query::handler("/performance", [](const query::request&) { return remembered().performance(); });
    query::handler("/signals", [](const query::request& request) {
        const auto limit = request.get_integer("limit").value_or(10);
        return remembered().signals(limit);
    });
    query::run();
}
