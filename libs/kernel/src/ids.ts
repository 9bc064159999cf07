import { randomBytes } from 'node:crypto'

/** 24 lower-case hex characters in the layout of MongoDB's ObjectId. */
export type Id = string

const processPart = randomBytes(5).toString('hex')
let counter = randomBytes(3).readUIntBE(0, 3)

/** A new id: the second, five random bytes of this process, a counter. Ids of one process sort in the order they were made, by second. */
export const newId = (): Id => {
  counter = (counter + 1) & 0xffffff
  const seconds = Math.floor(Date.now() / 1000)
  return seconds.toString(16).padStart(8, '0') + processPart + counter.toString(16).padStart(6, '0')
}

const idPattern = /^[0-9a-f]{24}$/

/** True for a well-formed id; it says nothing about whether the thing exists. */
export const isId = (value: unknown): value is Id => typeof value === 'string' && idPattern.test(value)
