/** The exit code of a skipped run, as in Automake and other test runners. */
export const skipped = 77
