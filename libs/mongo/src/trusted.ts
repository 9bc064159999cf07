import { containingPattern, escapePattern } from '@wp/kernel'
import { trusted as trustedByMongoose } from 'mongoose'

declare const trust: unique symbol

/** Operators written in code, never taken from user input. */
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

/**
 * Allows operators in a filter: `{ startTime: trusted({ $gte: from, $lte: to }) }`. The values may come from user
 * input, the keys must not.
 */
export const trusted = (operators: Operators): TrustedOperators => {
  allowed.add(operators)
  return trustedByMongoose(operators) as unknown as TrustedOperators
}

const allowed = new WeakSet<object>()

/** Returns whether a value was wrapped in `trusted`. */
export const isTrusted = (value: object): boolean => allowed.has(value)

/**
 * Returns a condition for fields that contain the text, compared like `foldText`. It tests every entry in the index
 * range, so limit the length of the text.
 */
export const contains = (text: string): TrustedOperators =>
  trusted({ $regex: containingPattern(text), $options: 'i' })

/** Returns a condition for fields, or items of array fields, that start with the text. It scans one index range. */
export const beginsWith = (text: string): TrustedOperators => trusted({ $regex: `^${escapePattern(text)}` })

/**
 * Returns a condition for values from `min` to `max`, both inclusive; an undefined bound does not limit. Equal bounds
 * are compared for equality, so that an index can return the records in the order of its next fields.
 */
export const between = <Value extends number | Date>(min: Value | undefined, max: Value | undefined) =>
  min !== undefined && min === max
    ? min
    : trusted({ ...(min !== undefined && { $gte: min }), ...(max !== undefined && { $lte: max }) })
