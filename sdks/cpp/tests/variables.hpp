#pragma once

#include <cstdlib>
#include <map>
#include <string>

/// Environment variables of this process, unset again with their owner.
class variables {
  public:
    variables(std::initializer_list<std::pair<const std::string, std::string>> values) : values_(values) {
        for (const auto& [name, value] : values_) ::setenv(name.c_str(), value.c_str(), 1);
    }
    variables(const variables&) = delete;
    variables& operator=(const variables&) = delete;
    ~variables() {
        for (const auto& [name, value] : values_) ::unsetenv(name.c_str());
    }

  private:
    std::map<std::string, std::string> values_;
};
