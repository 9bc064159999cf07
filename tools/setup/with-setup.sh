#!/bin/sh
# Installs missing packages, builds what the command needs (--build, or --build-for-sources if it runs the services'
# sources instead of their bundles), then runs it on the Node that the lockfile pins.
# `exec` matters: a shell in between would die of Ctrl-C, and npm would report 130.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"

command -v node >/dev/null 2>&1 || { echo "Node.js 20 or newer is required: https://nodejs.org" >&2; exit 1; }
node tools/setup/install.mjs

PATH="$root/node_modules/.bin:$PATH"
# Processes share what Node compiled, so that a service starts with half the work.
NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$root/node_modules/.cache/node-compile}"
export PATH NODE_COMPILE_CACHE
case "$1" in
  --build | --build-for-sources)
    node tools/setup/build.ts "$1"
    shift
    ;;
esac
exec "$@"
