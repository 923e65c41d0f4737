#include "bot.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

folder::folder() {
    std::string name = (std::filesystem::temp_directory_path() / "botyard-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("no folder " + name);
    path_ = name;
}

folder::~folder() { std::filesystem::remove_all(path_); }

pid_t folder::start(const std::string& bot, const std::vector<std::string>& arguments,
                    std::map<std::string, std::string> variables, const std::string& out) const {
    variables.insert(
        {{"BOT_ID", "bot-1"}, {"BOT_CONFIG", R"({"symbol":"AAPL"})"}, {"CODE_MOUNT_DIR", path_}});
    std::vector<std::string> words = {std::string(BOTS) + "/bot-" + bot}, settings;
    words.insert(words.end(), arguments.begin(), arguments.end());
    for (const auto& [name, value] : variables) settings.push_back(name + "=" + value);
    std::vector<char*> argv, envp;
    for (auto& word : words) argv.push_back(word.data());
    for (auto& setting : settings) envp.push_back(setting.data());
    argv.push_back(nullptr);
    envp.push_back(nullptr);
    const auto out_path = out.empty() ? path_ + "/out" : out, err_path = path_ + "/err";
    const auto bot_process = ::fork();
    if (bot_process != 0) return bot_process;
    ::dup2(::open(out_path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666), STDOUT_FILENO);
    ::dup2(::open(err_path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666), STDERR_FILENO);
    ::execve(argv[0], argv.data(), envp.data());
    ::_exit(127);
}

ended folder::wait(pid_t bot) const {
    int status = 0;
    ::waitpid(bot, &status, 0);
    ended process;
    if (WIFEXITED(status)) process.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) process.signal = WTERMSIG(status);
    process.out = text("out");
    process.err = text("err");
    return process;
}

std::string folder::text(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(path_ + "/" + name).rdbuf();
    return text.str();
}
