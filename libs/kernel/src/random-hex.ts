import { randomBytes } from 'node:crypto'

const bufferedBytes = 1024

let buffered = ''
let used = 0

/**
 * Returns the given number of random hexadecimal digits, for ids that only need to be unique. Digits are generated in
 * bulk because each call to `randomBytes` is expensive. Not for secrets, which must not be kept in memory before they
 * are used.
 */
export const randomHex = (digits: number): string => {
  if (used + digits > buffered.length) {
    buffered = randomBytes(Math.max(bufferedBytes, digits)).toString('hex')
    used = 0
  }
  used += digits
  return buffered.slice(used - digits, used)
}
