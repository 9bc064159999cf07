// The worker of an interrupted run would otherwise finish its test file, and keep the processes that its tests started.
process.once('disconnect', () => process.exit(1))
