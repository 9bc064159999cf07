import type { IncomingHttpHeaders } from 'node:http'

/** Returns the offered content type that `Accept` prefers; the first one if it has no preference. */
export const preferredType = <const Type extends string>(
  { accept }: Pick<IncomingHttpHeaders, 'accept'>,
  offered: readonly [Type, ...Type[]],
): Type => {
  if (!accept) return offered[0]
  const ranges = accept.split(',').map(toRange)
  const weights = offered.map((type) => weightOf(type, ranges))
  return offered[weights.indexOf(Math.max(...weights))]!
}

type Range = { type: string; weight: number }

const toRange = (text: string): Range => {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const weight = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1)
  return { type, weight: Number.isNaN(weight) ? 0 : weight }
}

/** The most specific matching media range wins (RFC 9110). */
const weightOf = (type: string, ranges: readonly Range[]): number => {
  const group = `${type.slice(0, type.indexOf('/'))}/*`
  for (const wanted of [type, group, '*/*']) {
    const range = ranges.find((each) => each.type === wanted)
    if (range) return range.weight
  }
  return 0
}
