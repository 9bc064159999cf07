import { randomBytes } from 'node:crypto'

/** 24 lower-case hex characters in the layout of MongoDB's ObjectId. */
export type Id = string

const processPart = randomBytes(5).toString('hex')
let counter = randomBytes(3).readUIntBE(0, 3)

/**
 * Returns a new id: the current second, five random bytes of this process, and a counter. Ids created by one process
 * sort by second.
 */
export const newId = (): Id => {
  counter = (counter + 1) & 0xffffff
  const seconds = Math.floor(Date.now() / 1000)
  return seconds.toString(16).padStart(8, '0') + processPart + counter.toString(16).padStart(6, '0')
}

const idPattern = /^[0-9a-f]{24}$/

/** Returns true for a well-formed id; a record with this id may not exist. */
export const isId = (value: unknown): value is Id => typeof value === 'string' && idPattern.test(value)
