import type { IncomingHttpHeaders } from 'node:http'

/** Which of the offered content types `Accept` likes best; the first where it has no say, or likes two alike. */
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

/** The most exact range that covers the type decides, as RFC 9110 says. */
const weightOf = (type: string, ranges: readonly Range[]): number => {
  const group = `${type.slice(0, type.indexOf('/'))}/*`
  for (const wanted of [type, group, '*/*']) {
    const range = ranges.find((each) => each.type === wanted)
    if (range) return range.weight
  }
  return 0
}
