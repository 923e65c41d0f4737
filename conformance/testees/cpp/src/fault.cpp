#include "adapter.hpp"

json current_fault() {
    const auto plain = [](const std::string& message) {
        return json{{"code", nullptr}, {"message", message}, {"next", nullptr}, {"cause", nullptr}};
    };
    try {
        throw;
    } catch (const botyard::exception& own) {
        const auto cause = own.cause().empty() ? json(nullptr) : json(own.cause());
        return {{"code", own.code()}, {"message", own.what()}, {"next", own.next()}, {"cause", cause}};
    } catch (const std::exception& other) {
        return plain(other.what());
    } catch (const std::string& text) {
        return plain(text);
    } catch (const json& value) {
        return plain(value.dump());
    } catch (std::int64_t number) {
        return plain(std::to_string(number));
    } catch (std::nullptr_t) {
        return plain("nullptr");
    }
}

void throw_value(const json& value) {
    if (value.is_null()) throw nullptr;
    if (value.is_string()) throw value.get<std::string>();
    if (value.is_number_integer()) throw value.get<std::int64_t>();
    throw value;
}
