// Otherwise, the worker of an interrupted run would finish its test file and keep the processes started by
// its tests.
process.once('disconnect', () => process.exit(1))
