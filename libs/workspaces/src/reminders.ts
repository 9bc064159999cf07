/** Minutes before a booking at which its client is reminded, unless the workspace has set other values. */
export const defaultReminders: readonly number[] = [1440, 120]
