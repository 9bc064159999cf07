/** What the platform charges and counts in. */
export const currency = 'USD'
