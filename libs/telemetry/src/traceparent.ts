import { randomHex } from '@wp/kernel'

const pattern = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** Returns true for a W3C trace context of version 00 with non-zero ids. */
export const isTraceparent = (value: unknown): value is string =>
  typeof value === 'string' && pattern.test(value)

/** Returns the trace context for a new trace, marked as sampled. */
export const newTraceparent = (): string => `00-${randomHex(32)}-${randomHex(16)}-01`

/** Returns the parent's trace context with a new span id, or a new trace when the parent is missing or invalid. */
export const childTraceparent = (parent: string | undefined): string =>
  isTraceparent(parent) ? `${parent.slice(0, 36)}${randomHex(16)}${parent.slice(52)}` : newTraceparent()
