import { invalid, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { NewRange, Range, RangeChanges } from './range.contract.ts'

export const maxRanges = 200
/** A lab test copies a range with its notes into each of up to 200 results. */
const maxNoteBytes = 4 * 1024
const maxRangeBytes = 64 * 1024

const bounds = [
  ['ageFrom', 'ageTo'],
  ['lowLimit', 'highLimit'],
  ['criticalLow', 'criticalHigh'],
] as const

/** Throws when a lower limit exceeds its upper limit, or the notes are too large. */
export const checkRange = (range: NewRange): void => {
  if (bytesOf(range.resultNotes) > maxNoteBytes)
    throw invalid('resultNotes', `cannot exceed ${maxNoteBytes / 1024} KiB in total`)
  for (const [lower, upper] of bounds) {
    const [from, to] = [range[lower], range[upper]]
    if (from !== null && to !== null && from > to) throw invalid(lower, `must be at most ${upper}`)
  }
}

export const addRange = (ranges: readonly Range[], id: Id, range: NewRange): Range[] => {
  checkRange(range)
  if (ranges.length >= maxRanges)
    throw invalid('ranges', `must contain at most ${maxRanges} ranges per analysis`)
  return checkBytes(ranges, [...ranges, { id, ...range }])
}

export const changeRange = (ranges: readonly Range[], id: Id, changes: RangeChanges): Range[] => {
  const changed = { ...findRange(ranges, id), ...withoutUndefined(changes) }
  checkRange(changed)
  return checkBytes(
    ranges,
    ranges.map((each) => (each.id === id ? changed : each)),
  )
}

const checkBytes = (before: readonly Range[], after: Range[]): Range[] => {
  if (bytesOf(after) > maxRangeBytes && bytesOf(after) > bytesOf(before))
    throw invalid('ranges', `cannot exceed ${maxRangeBytes / 1024} KiB per analysis, including notes`)
  return after
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

export const removeRange = (ranges: readonly Range[], id: Id): Range[] => {
  findRange(ranges, id)
  return ranges.filter((each) => each.id !== id)
}

export const findRange = (ranges: readonly Range[], id: Id): Range => {
  const range = ranges.find((each) => each.id === id)
  if (!range) throw notFound('Range')
  return range
}

const withoutUndefined = (changes: RangeChanges) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<Range>
