#!/bin/sh
# Installs what is missing, then becomes the given command, on the Node that the lockfile pins.
# `exec` matters: a shell left in between would die of Ctrl-C and npm would report 130.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"

command -v node >/dev/null 2>&1 || { echo "Node.js 20 or newer is needed: https://nodejs.org" >&2; exit 1; }
node tools/setup/install.mjs

PATH="$root/node_modules/.bin:$PATH"
# What Node has stripped and compiled once, every later process loads: a service starts with half the work.
NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$root/node_modules/.cache/node-compile}"
export PATH NODE_COMPILE_CACHE
exec "$@"
