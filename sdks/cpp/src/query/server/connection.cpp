#include "connection.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/status.hpp>
#include <chrono>

#include "../answer.hpp"

namespace botyard::query {
namespace {

namespace http = boost::beast::http;

/// How much is read at once, and the longest head of a request.
constexpr std::size_t read_size = 65'536;
constexpr std::uint32_t max_head = 1'048'576;
/// How long a connection that is closed after its answer waits for what the client is still sending.
constexpr auto linger = std::chrono::seconds(1);

std::string head_of(int status, std::size_t length, bool keeps_alive) {
    std::string head = "HTTP/1.1 " + std::to_string(status) + " ";
    head += http::obsolete_reason(http::int_to_status(static_cast<unsigned>(status)));
    head += "\r\nContent-Length: " + std::to_string(length) + "\r\n";
    if (status == 405) head += "Allow: GET, POST\r\n";
    if (!keeps_alive) head += "Connection: close\r\n";
    return head;
}

/// Whether it is certain where the body ends: without a transfer coding, or with chunks as the last one.
/// Beast also takes `chunked` for the last one if another follows it and it has parameters.
template <class Parser>
bool has_certain_end(const Parser& request) {
    std::string codings;
    const auto [first, end] = request.get().equal_range(http::field::transfer_encoding);
    for (auto field = first; field != end; ++field) (codings += ',') += field->value();
    if (codings.empty()) return true;
    const auto last = codings.find_last_of(',') + 1;
    const auto from = codings.find_first_not_of(" \t", last);
    if (from == std::string::npos || codings.find('"') != std::string::npos) return false;
    const auto word = codings.substr(from, codings.find_last_not_of(" \t") + 1 - from);
    return request.chunked() && boost::beast::iequals(word, "chunked");
}

/// Whether each length is a row of digits. Beast also takes a list of equal ones.
template <class Parser>
bool has_plain_length(const Parser& request) {
    const auto [first, end] = request.get().equal_range(http::field::content_length);
    return std::all_of(first, end, [](const auto& field) {
        return field.value().find_first_not_of("0123456789") == field.value().npos;
    });
}

}  // namespace

asio::awaitable<void> connection::serve() {
    const auto self = shared_from_this();
    for (bool goes_on = true; goes_on;) {
        parser request;
        request.header_limit(max_head);
        request.body_limit(boost::none);
        const auto what = co_await read(request);
        goes_on = what != received::nothing && co_await answer(request, what);
    }
    co_await close();
}

void connection::stop() {
    asio::post(socket_.get_executor(), [self = shared_from_this()] {
        self->stopping_ = true;
        error_code ignored;
        self->socket_.cancel(ignored);
    });
}

asio::awaitable<connection::received> connection::read(parser& request) {
    bool continued = false;
    for (;;) {
        error_code failure;
        const auto used = request.put(asio::buffer(unread_), failure);
        unread_.erase(0, used);
        if (failure && failure != http::error::need_more) co_return received::malformed;
        // The end of such a body is not known, and what follows must not be read as a request.
        if (request.is_header_done() && !(has_certain_end(request) && has_plain_length(request))) {
            co_return received::malformed;
        }
        if (request.get().body().size() > max_body) co_return received::too_large;
        if (request.is_done()) co_return received::request;
        if (request.is_header_done() && request.content_length().value_or(0) > max_body) {
            co_return received::too_large;
        }
        // The parser stops between head and body, and between chunks.
        if (!failure && used > 0 && !unread_.empty()) continue;
        if (request.is_header_done() && !continued && request.get()[http::field::expect] == "100-continue") {
            continued = true;
            if (!co_await write("HTTP/1.1 100 Continue\r\n\r\n")) co_return received::nothing;
        }
        if (!co_await fill()) co_return received::nothing;
    }
}

/// Reads more; false at the end of what is read.
asio::awaitable<bool> connection::fill() {
    const auto length = unread_.size();
    for (;;) {
        error_code failure;
        if (stopping_ && !left_) left_ = socket_.available(failure);
        if (left_ == 0 || failure) co_return false;
        unread_.resize(length + std::min(read_size, left_.value_or(read_size)));
        const auto more =
            co_await socket_.async_read_some(asio::buffer(unread_.data() + length, unread_.size() - length),
                                             asio::redirect_error(asio::use_awaitable, failure));
        unread_.resize(length + more);
        if (left_) *left_ -= more;
        // stop() cancels the read, and what has been received is read.
        if (failure == asio::error::operation_aborted) continue;
        co_return !failure;
    }
}

/// Answers a request; returns whether the connection goes on.
asio::awaitable<bool> connection::answer(const parser& request, received what) {
    if (what == received::malformed) {
        co_await write(head_of(400, 0, false) + "\r\n");
        co_return false;
    }
    const auto& message = request.get();
    const bool goes_on = what == received::request && request.keep_alive();
    std::optional<std::string_view> body;
    if (what == received::request) body = message.body();
    const auto answer = [&] {
        const workers::turn handler(threads_);
        return answer_http(message.method_string(), message.target(), body);
    }();
    auto text = answer.body();
    auto bytes = head_of(answer.status(), text.size(), goes_on) + "Content-Type: application/json\r\n\r\n";
    if (message.method() != http::verb::head) bytes += text;
    co_return co_await write(bytes) && goes_on;
}

asio::awaitable<bool> connection::write(std::string_view bytes) {
    while (!bytes.empty()) {
        error_code failure;
        const auto written = co_await socket_.async_write_some(
            asio::buffer(bytes), asio::redirect_error(asio::use_awaitable, failure));
        bytes.remove_prefix(written);
        // stop() cancels what the socket is doing, and an answer is finished nevertheless.
        if (failure && failure != asio::error::operation_aborted) co_return false;
    }
    co_return true;
}

/// Closes the connection so that the client can read its last answer: unread bytes would make the system
/// discard it.
asio::awaitable<void> connection::close() {
    error_code failure;
    socket_.shutdown(tcp::socket::shutdown_send, failure);
    asio::steady_timer timer(socket_.get_executor(), linger);
    timer.async_wait([self = shared_from_this()](error_code cancelled) {
        error_code ignored;
        if (!cancelled) self->socket_.close(ignored);
    });
    unread_.resize(read_size);
    while (!failure) {
        co_await socket_.async_read_some(asio::buffer(unread_),
                                         asio::redirect_error(asio::use_awaitable, failure));
        if (failure == asio::error::operation_aborted && socket_.is_open() && stopping_) break;
    }
    timer.cancel();
    socket_.close(failure);
}

}  // namespace botyard::query
