/** Caches, heaps and connection pools fill in the first minutes, which are not compared. */
export const warmUpMinutes = 5
/** The shortest run in which each third has enough minutes to compare. */
export const shortestMinutes = warmUpMinutes + 15
const tolerance = 0.1

export type Comparison = { first: number; last: number; isBroken: boolean }

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Returns the square of the mean's standard error. */
const uncertainty = (values: readonly number[]): number => {
  const middle = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0)
  return squares / Math.max(1, values.length - 1) / values.length
}

const thirds = <Value>(values: readonly Value[]): [first: Value[], last: Value[]] => {
  const later = values.slice(warmUpMinutes)
  const size = Math.floor(later.length / 3)
  return [later.slice(0, size), later.slice(later.length - size)]
}

/**
 * Compares the mean of the last third of the minutes after the warm-up with that of the first third. A rise of more
 * than 10 % and `slack` breaks the rule, unless it is within the noise: twice the standard error of the difference.
 * Minutes without a value (null) are skipped; a third without any value breaks the rule.
 */
export const compareFlat = (values: readonly (number | null)[], slack = 0): Comparison => {
  const [before, after] = thirds(values).map((third) => third.filter((value) => value !== null)) as [
    number[],
    number[],
  ]
  const [first, last] = [mean(before), mean(after)]
  const noise = 2 * Math.sqrt(uncertainty(before) + uncertainty(after))
  return { first, last, isBroken: !(last - first <= Math.max(first * tolerance + slack, noise)) }
}

/**
 * Compares the largest value of the last third of the minutes after the warm-up with that of the first third.
 * For memory, which rises for some minutes after a process starts and then stays constant.
 */
export const comparePeaks = (values: readonly number[]): Comparison => {
  const [first, last] = thirds(values).map((third) => Math.max(...third)) as [number, number]
  return { first, last, isBroken: !(last <= first * (1 + tolerance)) }
}

/** Collections and streams may grow this much more per acknowledged write: one document per 100 writes. */
const perWriteSlack = 0.01

/**
 * Compares the growth per acknowledged write in the last third with that in the first third. Both series are totals
 * at the end of each minute.
 */
export const comparePerWrite = (totals: readonly number[], writes: readonly number[]): Comparison => {
  const growth = (series: readonly number[]) => thirds(series).map((third) => third.at(-1)! - third[0]!)
  const [grown, written] = [growth(totals), growth(writes)]
  const [first, last] = [grown[0]! / written[0]!, grown[1]! / written[1]!]
  return { first, last, isBroken: last > first * (1 + tolerance) + perWriteSlack }
}

/** Compares the average size of a record after the warm-up with that at the end. New and empty collections pass. */
export const compareSize = ([first = 0, last = 0]: readonly number[]): Comparison => ({
  first,
  last,
  isBroken: first > 0 && last > first * (1 + tolerance) + 64,
})
