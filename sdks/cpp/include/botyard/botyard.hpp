#pragma once

/// \file
/// The SDK for bots: `botyard::input`, `botyard::metric`, `botyard::log`, the result functions,
/// `botyard::state` and `botyard::query`. `botyard::stop` has a header of its own, `botyard/stop.hpp`,
/// because those of threads take long to compile, and so has `botyard::testing`, which tests use. Names in
/// square brackets, such as [MET-1], are clauses of the contract.

#include <botyard/codes.hpp>
#include <botyard/error.hpp>
#include <botyard/input.hpp>
#include <botyard/json.hpp>
#include <botyard/log.hpp>
#include <botyard/metric.hpp>
#include <botyard/query.hpp>
#include <botyard/request.hpp>
#include <botyard/result.hpp>
#include <botyard/state.hpp>
