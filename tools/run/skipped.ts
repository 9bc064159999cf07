/** The exit code of a run that neither passed nor failed, as in other test runners. */
export const skipped = 77
