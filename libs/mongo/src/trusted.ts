import { trusted as trustedByMongoose } from 'mongoose'

declare const trust: unique symbol

/** Operators written by the program itself, never taken from a caller. */
export type TrustedOperators = { readonly [trust]: true }

type Operators = {
  $eq?: unknown
  $ne?: unknown
  $gt?: unknown
  $gte?: unknown
  $lt?: unknown
  $lte?: unknown
  $in?: readonly unknown[]
  $nin?: readonly unknown[]
  $all?: readonly unknown[]
  $not?: unknown
  $exists?: boolean
  $size?: number
  $elemMatch?: object
  $regex?: string | RegExp
  $options?: string
  [expression: `$${string}`]: unknown
}

/** Lets operators into a filter: `{ startTime: trusted({ $gte: from, $lte: to }) }`. The values may come from callers, the keys never. */
export const trusted = (operators: Operators): TrustedOperators => {
  ours.add(operators)
  return trustedByMongoose(operators) as unknown as TrustedOperators
}

const ours = new WeakSet<object>()

/** True for operators that `trusted` let in. */
export const isTrusted = (value: object): boolean => ours.has(value)

/** Text search: the field contains these words as written, upper and lower case alike. Give it a bounded text; it reads the whole index range. */
export const contains = (text: string): TrustedOperators =>
  trusted({ $regex: literally(text), $options: 'i' })

/** The field, or an item of it, begins with this text as written: one range of an index, also of an index over items. */
export const beginsWith = (text: string): TrustedOperators => trusted({ $regex: `^${literally(text)}` })

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
