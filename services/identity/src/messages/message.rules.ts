/** The address of a message that is written but not sent, so that the work is the same as for one that is. */
export const nobody = ''
