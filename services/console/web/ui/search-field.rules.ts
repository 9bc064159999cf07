/** What is typed, and what was reported or received last. */
export type Typing = { typed: string; known: string }

/** Returns what a field shows after it receives a value: its own report does not undo what was typed since. */
export const receive = ({ typed, known }: Typing, value: string): Typing => {
  const isEcho = value === known
  const isTyping = typed !== known
  return isEcho || isTyping ? { typed, known } : { typed: value, known: value }
}
