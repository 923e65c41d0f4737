#!/bin/sh
# Builds the adapter in the folder of all cabal builds of the repository, so that the SDK is compiled once. The user's
# configuration of cabal is left out: it may name registries, which the build does not need.
set -eu
set -- --config-file=/dev/null "$@"
cabal "$@" build -v0 --builddir=../../../.botyard/cabal exe:adapter
mkdir -p dist
# A copy beside it takes its place at once: the adapter of an earlier build may be running, and cannot be written to.
cp "$(cabal "$@" list-bin -v0 --builddir=../../../.botyard/cabal exe:adapter)" dist/adapter.next
mv dist/adapter.next dist/adapter
