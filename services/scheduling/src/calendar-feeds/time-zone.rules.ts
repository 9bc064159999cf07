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
    if (offset === undefined) atMidnight.set(day, (offset = readOffset(day * dayMs, timeZone)))
    return offset
  }
  return (instant) => {
    const day = Math.floor(instant / dayMs)
    const offset = offsetOfDay(day)
    return offset === offsetOfDay(day + 1) ? offset : readOffset(instant, timeZone)
  }
}

/** Returns the zone's offset from UTC at an instant, in milliseconds. */
const readOffset = (instant: number, timeZone: string): number => {
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return wall - Math.floor(instant / 1000) * 1000
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/**
 * Cached because creating a formatter costs a hundred times as much as using it. There are only a few hundred zones.
 */
const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(timeZone, formatter)
  return formatter
}
