#pragma once

#include <sys/types.h>

#include <botyard/json.hpp>
#include <map>
#include <string>
#include <vector>

/// What a process has left.
struct ended {
    int exit_code = -1;
    int signal = 0;
    std::string out;
    std::string err;
};

/// A folder with a bot's result, state and streams, removed with its owner.
class folder {
  public:
    folder();
    folder(const folder&) = delete;
    folder& operator=(const folder&) = delete;
    ~folder();

    /// Starts a bot of `bots`; `out` may name another standard output.
    pid_t start(const std::string& bot, const std::vector<std::string>& arguments,
                std::map<std::string, std::string> variables = {}, const std::string& out = "") const;
    ended wait(pid_t bot) const;
    ended run(const std::string& bot, const std::vector<std::string>& arguments,
              const std::map<std::string, std::string>& variables = {}, const std::string& out = "") const {
        return wait(start(bot, arguments, variables, out));
    }

    const std::string& path() const { return path_; }
    std::string text(const std::string& name) const;
    botyard::json json(const std::string& name) const { return botyard::json::parse(text(name)); }

  private:
    std::string path_;
};
