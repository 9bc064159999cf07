export const maxOutboxMessages = 100

/**
 * Trims and lower-cases an address, and restores the plus sign of a phone number, which query string parsing turns into
 * a space.
 */
export const toAddress = (text: string): string => {
  const trimmed = text.trim().toLowerCase()
  return /^\d+$/.test(trimmed) ? `+${trimmed}` : trimmed
}
