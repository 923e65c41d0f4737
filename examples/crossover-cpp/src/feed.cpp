#include "feed.hpp"

#include <curl/curl.h>

#include <cstdlib>
#include <memory>

using botyard::json;

namespace {

constexpr long timeout_seconds = 5;

struct answer {
    long status = 0;
    std::string body;
};

std::size_t append(const char* bytes, std::size_t, std::size_t count, void* body) {
    static_cast<std::string*>(body)->append(bytes, count);
    return count;
}

answer get(const std::string& address, const std::string& symbol, std::size_t limit) {
    const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), curl_easy_cleanup);
    const std::unique_ptr<char, decltype(&curl_free)> escaped(
        curl_easy_escape(curl.get(), symbol.data(), static_cast<int>(symbol.size())), curl_free);
    const auto url = address + "/v1/prices?symbol=" + escaped.get() + "&limit=" + std::to_string(limit);
    answer received;
    curl_easy_setopt(curl.get(), CURLOPT_URL, url.c_str());
    curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT, timeout_seconds);
    curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl.get(), CURLOPT_WRITEFUNCTION, append);
    curl_easy_setopt(curl.get(), CURLOPT_WRITEDATA, &received.body);
    if (const auto failure = curl_easy_perform(curl.get()); failure != CURLE_OK) {
        throw price_feed_error("the price feed did not answer", curl_easy_strerror(failure));
    }
    curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &received.status);
    return received;
}

price_feed_error refused(const answer& received) {
    const auto status = std::to_string(received.status);
    const auto body = json::parse(received.body, nullptr, false);
    if (!body.is_object() || !body.value("code", json()).is_string()) {
        return {"the price feed refused: " + status, "HTTP status " + status};
    }
    return {"the price feed refused: " + status + " " + body["code"].get<std::string>(),
            body.value("message", "")};
}

price_feed_error not_a_list(const std::string& reason) {
    return {"the price feed did not send a price list", reason};
}

std::vector<day_close> price_list(const json& body) {
    std::vector<day_close> prices;
    for (const auto& item : body.at("prices").get_ref<const json::array_t&>()) {
        const auto& price = item.at("close");
        if (!price.is_number() || price < 0.0001 || price >= 1e12)
            throw not_a_list(price.dump() + " is not a price");
        const auto date = item.at("date").get<std::string>();
        const auto time = item.value("time", json());
        prices.push_back({date, price, time.is_string() ? time.get<std::string>() : date});
        if (prices.size() > 1 && prices.back().date <= prices[prices.size() - 2].date) {
            throw not_a_list(prices.back().date + " follows " + prices[prices.size() - 2].date);
        }
    }
    return prices;
}

}  // namespace

price_feed price_feed::from_environment() {
    const auto* variable = std::getenv("PRICE_FEED_URL");
    std::string address = variable ? variable : "";
    while (address.ends_with('/')) address.pop_back();
    if (!address.empty()) return price_feed(address);
    throw std::runtime_error("PRICE_FEED_URL is not set: set it to the address of the price feed");
}

std::vector<day_close> price_feed::newest_prices(const std::string& symbol, std::size_t limit) const {
    const auto received = get(address_, symbol, limit);
    if (received.status < 200 || received.status > 299) throw refused(received);
    try {
        return price_list(json::parse(received.body));
    } catch (const json::exception& failure) {
        throw not_a_list(failure.what());
    }
}
