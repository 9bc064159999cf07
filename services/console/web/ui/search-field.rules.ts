/** The typed text, and the last value that was reported or received. */
export type Typing = { typed: string; known: string }

/**
 * Returns what a field shows after it receives a value: receiving its own report does not undo newer input.
 */
export const receive = ({ typed, known }: Typing, value: string): Typing => {
  const isEcho = value === known
  const isTyping = typed !== known
  return isEcho || isTyping ? { typed, known } : { typed: value, known: value }
}
