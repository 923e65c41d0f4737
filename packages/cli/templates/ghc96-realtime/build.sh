#!/bin/sh
# Builds the programs of the bot into bin/, from the packages of GHC's installation. Arguments are passed to cabal.
set -eu
cd "$(dirname "$0")"
cabal --config-file=/dev/null build -v1 "$@" all:exes
mkdir -p bin
for program in __NAME__ __NAME__-query; do
  # A program that is running can be replaced but not overwritten.
  cp "$(cabal --config-file=/dev/null list-bin -v0 "$@" "exe:$program")" "bin/$program.new"
  mv "bin/$program.new" "bin/$program"
done
