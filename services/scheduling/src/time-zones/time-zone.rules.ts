import { zoneOffsetMs } from '@wp/kernel'

const minuteMs = 60_000
const dayMs = 86_400_000

/**
 * Returns a function that converts a local minute (counted from 1970-01-01 00:00 local time) to an instant. A time
 * that occurs twice returns the first instant; a skipped time moves forward by the gap. Offsets are cached per day.
 */
export const zoneClock = (timeZone: string): ((wallMinute: number) => Date) => {
  const offsetAt = offsetsOf(timeZone)
  return (wallMinute) => {
    const asUtc = wallMinute * minuteMs
    const before = offsetAt(asUtc - dayMs)
    const after = offsetAt(asUtc + dayMs)
    const candidates = [asUtc - Math.max(before, after), asUtc - Math.min(before, after)]
    const real = candidates.find((instant) => instant + offsetAt(instant) === asUtc)
    return new Date(real ?? asUtc - before)
  }
}

/** A day that starts and ends with the same offset has only that offset, because clocks change at most once a day. */
const offsetsOf = (timeZone: string): ((instant: number) => number) => {
  const atMidnight = new Map<number, number>()
  const offsetOfDay = (day: number): number => {
    let offset = atMidnight.get(day)
    if (offset === undefined) atMidnight.set(day, (offset = zoneOffsetMs(day * dayMs, timeZone)))
    return offset
  }
  return (instant) => {
    const day = Math.floor(instant / dayMs)
    const offset = offsetOfDay(day)
    return offset === offsetOfDay(day + 1) ? offset : zoneOffsetMs(instant, timeZone)
  }
}
