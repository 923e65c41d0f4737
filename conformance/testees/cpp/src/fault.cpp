#include "adapter.hpp"

json current_fault(const std::exception_ptr& thrown) {
    const auto plain = [](const std::string& message, const json& cause = nullptr) {
        return json{{"code", nullptr}, {"message", message}, {"next", nullptr}, {"cause", cause}};
    };
    try {
        std::rethrow_exception(thrown);
    } catch (const botyard::exception& own) {
        const auto cause = own.cause().empty() ? json(nullptr) : json(own.cause());
        return {{"code", own.code()}, {"message", own.what()}, {"next", own.next()}, {"cause", cause}};
    } catch (const std::exception& other) {
        const auto* outer = dynamic_cast<const std::nested_exception*>(&other);
        return plain(other.what(), outer ? current_fault(outer->nested_ptr())["message"] : json());
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
