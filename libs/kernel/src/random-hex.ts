import { randomBytes } from 'node:crypto'

const fetchedBytes = 1024

let waiting = ''
let used = 0

/**
 * So many random hexadecimal digits, for ids that only tell things apart. The system is asked for many at once: asking it for a
 * few costs more than all the rest of making an id. Not for secrets, which must not lie in memory before they are needed.
 */
export const randomHex = (digits: number): string => {
  if (used + digits > waiting.length) {
    waiting = randomBytes(Math.max(fetchedBytes, digits)).toString('hex')
    used = 0
  }
  used += digits
  return waiting.slice(used - digits, used)
}
