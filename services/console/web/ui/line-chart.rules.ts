const steps = [1, 2, 2.5, 5, 10]

/** Returns round values for the lines of a chart, covering zero and all values. */
export const ticksFor = (values: readonly number[]): number[] => {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  if (high === low) return [0, 1]
  const rough = (high - low) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = steps.map((each) => each * power).find((each) => each >= rough)!
  const first = Math.floor(low / step)
  const last = Math.ceil(high / step)
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}

type Box = { width: number; height: number; isMirrored: boolean }
type Point = { x: number; y: number }

/** Returns where the values of a series are in a chart. A mirrored chart starts at the right. */
export const pointsOf = (
  values: readonly number[],
  count: number,
  [low, high]: readonly [number, number],
  { width, height, isMirrored }: Box,
): Point[] =>
  values.map((value, index) => {
    const x = count <= 1 ? width / 2 : (index / (count - 1)) * width
    return { x: isMirrored ? width - x : x, y: height - ((value - low) / (high - low)) * height }
  })

const round = (value: number): number => Math.round(value * 10) / 10

/** Returns the path of a line through points. */
export const lineThrough = (points: readonly Point[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')

/** Returns the index of the point nearest to a position along the line. */
export const nearestTo = (place: number, points: readonly Point[]): number | null => {
  let nearest: number | null = null
  for (const [index, { x }] of points.entries())
    if (nearest === null || Math.abs(x - place) < Math.abs(points[nearest]!.x - place)) nearest = index
  return nearest
}

/** Returns the indexes of the labels to show: the first, the last and some between them, at equal distances. */
export const labelIndexes = (count: number, most: number): number[] => {
  if (count <= most) return Array.from({ length: count }, (_, index) => index)
  const step = Math.ceil((count - 1) / (most - 1))
  return Array.from({ length: Math.floor((count - 1) / step) + 1 }, (_, index) => index * step)
}
