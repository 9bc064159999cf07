export const maxOutboxMessages = 100

/** A plus sign in a query string means a space; phone numbers are written with one all the same. */
export const toAddress = (text: string): string => {
  const trimmed = text.trim().toLowerCase()
  return /^\d+$/.test(trimmed) ? `+${trimmed}` : trimmed
}
