import { AppError } from '@wp/kernel'
import type { Caller } from './caller.ts'

/** A limit, and how much of it one caller may use. All callers at one address together may use twice as much. */
export type ShareLimit = { total: number; perCaller: number }

/** Returns a limiter that lets each caller use a percentage of the limit, rounded up. */
export const shareOf = (total: number, percent: number): ShareLimit => ({
  total,
  perCaller: Math.ceil((total * percent) / 100),
})

/** Counts how much of a limit is in use, in total, per caller and per address. */
export class Shares {
  used = 0
  callers = 0
  readonly limit: ShareLimit
  readonly #byKey = new Map<string, number>()

  constructor(limit: ShareLimit) {
    this.limit = limit
  }

  /** Returns which limit this amount would exceed, or null. */
  exceeded({ key, address }: Caller, amount = 1): 'share' | 'total' | null {
    const { total, perCaller } = this.limit
    const isOverShare = this.usedBy(key) + amount > perCaller || this.usedBy(address) + amount > 2 * perCaller
    if (isOverShare && perCaller < total) return 'share'
    return this.used + amount > total ? 'total' : null
  }

  usedBy(key: string): number {
    return this.#byKey.get(key) ?? 0
  }

  add({ key, address }: Caller, amount = 1): void {
    this.used += amount
    const before = this.usedBy(key)
    this.#set(key, before + amount)
    this.#set(address, this.usedBy(address) + amount)
    if (before === 0) this.callers += 1
    if (before + amount === 0) this.callers -= 1
  }

  remove(caller: Caller, amount = 1): void {
    this.add(caller, -amount)
  }

  #set(key: string, amount: number): void {
    if (amount > 0) this.#byKey.set(key, amount)
    else this.#byKey.delete(key)
  }
}

/** Returns 429 when the caller has used up its share, and 503 when the platform is at its limit. */
export const shareError = (exceeded: 'share' | 'total'): AppError =>
  exceeded === 'share'
    ? new AppError('RATE_LIMITED', 'Too many concurrent requests; wait until some of them have finished', {
        retryAfterSeconds: 1,
      })
    : new AppError('UNAVAILABLE', 'The platform is overloaded; try again', { retryAfterSeconds: 1 })
