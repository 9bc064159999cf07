import { formatTimeOfDay, localTime, skippedMinutes } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import type { Span } from '../working-hours/working-hours.rules.ts'

/** Returns the intersection of two lists of times. Each list must be sorted and free of overlaps. */
export const intersectSpans = (these: readonly Span[], those: readonly Span[]): Span[] =>
  these.flatMap((a) =>
    those
      .map((b) => ({ start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) }))
      .filter(({ start, end }) => start < end),
  )

/** Removes busy times, which may overlap each other, from the open times. */
export const subtractSpans = (open: readonly Span[], busy: readonly Span[]): Span[] => {
  const inOrder = busy.toSorted((a, b) => a.start - b.start)
  return open.flatMap(({ start, end }) => {
    const free: Span[] = []
    let from = start
    for (const taken of inOrder) {
      if (taken.end <= from || taken.start >= end) continue
      if (taken.start > from) free.push({ start: from, end: taken.start })
      from = taken.end
    }
    if (from < end) free.push({ start: from, end })
    return free
  })
}

type Buffers = { bufferBeforeMinutes?: number; bufferAfterMinutes?: number }

/** Returns the times in which a session of the service cannot start or end because of a busy time. */
export const withBuffers = ({ start, end }: Span, service: Buffers | null): Span => ({
  start: start - (service?.bufferAfterMinutes ?? 0),
  end: end + (service?.bufferBeforeMinutes ?? 0),
})

/** Returns the buffers of a session with several services: the longest of each. */
export const combineBuffers = (services: readonly Buffers[]): Required<Buffers> => ({
  bufferBeforeMinutes: Math.max(0, ...services.map((each) => each.bufferBeforeMinutes ?? 0)),
  bufferAfterMinutes: Math.max(0, ...services.map((each) => each.bufferAfterMinutes ?? 0)),
})

/** Returns whether a staff member performs a service; always true without a service. */
export const performs = (
  { serviceIds }: { serviceIds?: readonly string[] | null },
  serviceId: string | undefined,
): boolean => !serviceIds || serviceId === undefined || serviceIds.includes(serviceId)

type Slot = { startTime: string; endTime: string }

/** Combines the slots of several staff members, in order; equal slots list all of their members. */
export const mergeSlots = (
  each: readonly { staffId: string; slots: readonly Slot[] }[],
): (Slot & { staffIds: string[] })[] => {
  const merged = new Map<string, Slot & { staffIds: string[] }>()
  for (const { staffId, slots } of each)
    for (const slot of slots) {
      const known = merged.get(slot.startTime)
      if (known) known.staffIds.push(staffId)
      else merged.set(slot.startTime, { ...slot, staffIds: [staffId] })
    }
  return [...merged.values()].toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))
}

/** Returns consecutive slots of the given duration, starting at the beginning of each free time. */
export const toSlots = (
  free: readonly Span[],
  durationMinutes: number,
): { startTime: string; endTime: string }[] =>
  free.flatMap(({ start, end }) =>
    Array.from({ length: Math.floor((end - start) / durationMinutes) }, (_, index) => {
      const from = start + index * durationMinutes
      return { startTime: formatTimeOfDay(from), endTime: formatTimeOfDay((from + durationMinutes) % 1440) }
    }),
  )

/**
 * Returns the slots of a day that can still be booked: none in the past, and none in the time that does not exist when
 * clocks are put forward. A time that happens twice is one slot.
 */
export const toBookableSlots = (
  free: readonly Span[],
  durationMinutes: number,
  { day, now, timeZone }: { day: CalendarDate; now: Date; timeZone: string },
): Slot[] => {
  const { date, time } = localTime(now, timeZone)
  if (day < date) return []
  const skipped = skippedMinutes(day, timeZone)
  const existing = skipped ? subtractSpans(free, [skipped]) : free
  return toSlots(existing, durationMinutes).filter(({ startTime }) => day > date || startTime >= time)
}
