#pragma once

/// What the programs have in common: two sides that are timed in turn.

#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

/// The nanoseconds of each call.
template <class Side>
double time_of(int calls, Side& side) {
    const auto began = std::chrono::steady_clock::now();
    for (int call = 0; call < calls; ++call) side();
    const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - began;
    return elapsed.count() / calls;
}

/// Runs two sides in turn and prints the nanoseconds of each call on standard error.
template <class Sdk, class Bare>
void in_turn(int rounds, int calls, Sdk sdk, Bare bare) {
    std::vector<double> sdk_times, bare_times;
    for (int round = 0; round < rounds; ++round) {
        sdk_times.push_back(time_of(calls, sdk));
        bare_times.push_back(time_of(calls, bare));
    }
    std::cerr << nlohmann::json{{"sdk", sdk_times}, {"bare", bare_times}} << "\n";
}
