/** The exit code of a skipped run, as in other test runners. */
export const skipped = 77
