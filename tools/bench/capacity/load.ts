import { setTimeout as delay } from 'node:timers/promises'
import type { Actions } from './actions.ts'
import { kindOf } from './mix.ts'

export type Load = { perSecond: number; p50: number; p99: number; refused: number }

/** Runs actions without pauses for some seconds and returns how many succeeded. */
export const repeat = async (
  action: (index: number) => Promise<boolean>,
  seconds: number,
  parallel: number,
): Promise<number> => {
  const end = performance.now() + seconds * 1000
  let [started, succeeded] = [0, 0]
  const work = async (): Promise<void> => {
    while (performance.now() < end) if (await action(started++)) succeeded += 1
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return succeeded
}

/**
 * Starts actions of the mix at a constant rate, whether or not earlier ones were answered. Times are in
 * milliseconds.
 */
export const sendAt = async (actions: Actions, perSecond: number, seconds: number): Promise<Load> => {
  const started = performance.now()
  const times: number[] = []
  let refused = 0
  const send = async (index: number): Promise<void> => {
    // Counted from the time at which it was due, so that a slow platform cannot delay its own measurement.
    const due = started + (index * 1000) / perSecond
    await delay(Math.max(0, due - performance.now()))
    if (await actions[kindOf(index)]()) times.push(performance.now() - due)
    else refused += 1
  }
  await Promise.all(Array.from({ length: Math.ceil(perSecond * seconds) }, (_, index) => send(index)))
  return { perSecond, refused, ...percentiles(times) }
}

export const percentiles = (times: readonly number[]): { p50: number; p99: number } => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}
