/** Operations that version 1 promises and no service answers yet. It must be empty at the first release. */
export const notBuiltYet: string[] = []
