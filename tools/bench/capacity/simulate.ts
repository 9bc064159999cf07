/** Sizes of workspaces are log-normal with this σ. */
export const spread = 1.2

/** The mulberry32 generator: the same numbers in every run. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const sum = (values: Float64Array): number => {
  let total = 0
  for (const value of values) total += value
  return total
}

/** Returns the activity of each workspace, oldest first, with a mean of 1. */
export const activities = (workspaces: number): Float64Array => {
  const random = randomFrom(1)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Float64Array.from({ length: workspaces }, () => Math.exp(spread * normal() - spread ** 2 / 2))
}

/** Returns the share of all activity that the busiest part of the workspaces has. */
export const shareOfBusiest = (activity: Float64Array, part: number): number => {
  const count = Math.max(1, Math.round(activity.length * part))
  return sum(activity.toSorted().subarray(-count)) / sum(activity)
}

export type Balance = { largest: number; busiest: number }

/**
 * Returns the data of the largest shard and the activity of the busiest one, as multiples of the average. Each shard has
 * a range of consecutive workspaces: equal numbers of them, or equal amounts of data. Workspaces were created at a
 * constant rate, and an older one has stored more.
 */
export const shardBalance = (activity: Float64Array, shards: number, equal: 'numbers' | 'data'): Balance => {
  const count = activity.length
  const data = activity.map((value, index) => value * (1 - index / count))
  const total = sum(data)
  const [stored, busy] = [new Float64Array(shards), new Float64Array(shards)]
  let before = 0
  for (let index = 0; index < count; index += 1) {
    const place = equal === 'numbers' ? index / count : before / total
    const shard = Math.min(shards - 1, Math.floor(place * shards))
    stored[shard]! += data[index]!
    busy[shard]! += activity[index]!
    before += data[index]!
  }
  const most = (values: Float64Array) => (Math.max(...values) * shards) / sum(values)
  return { largest: most(stored), busiest: most(busy) }
}

const bisections = 24

export type TokenCache = { entries: number; lifeSeconds: number }

/**
 * Returns the share of requests whose token is in a cache that removes an entry after its lifetime, or
 * earlier when the cache is full, oldest first. Requests arrive at random; the tokens of a workspace share
 * its requests evenly.
 */
export const hitRate = (
  activity: Float64Array,
  { requestsPerSecond, tokens }: { requestsPerSecond: number; tokens: number },
  { entries, lifeSeconds }: TokenCache,
): { hits: number; used: number } => {
  const rates = activity.map((value) => (value * requestsPerSecond) / tokens)
  // After a miss, a token is cached for its lifetime and then missing until its next request.
  const presence = (rate: number, life: number): number => (rate * life) / (1 + rate * life)
  const usedAfter = (life: number): number => {
    let used = 0
    for (const rate of rates) used += presence(rate, life)
    return used * tokens
  }
  let life = lifeSeconds
  if (usedAfter(life) > entries) {
    let [low, high] = [0, lifeSeconds]
    for (let step = 0; step < bisections; step += 1) {
      life = (low + high) / 2
      if (usedAfter(life) > entries) high = life
      else low = life
    }
  }
  let hits = 0
  for (const rate of rates) hits += rate * presence(rate, life)
  return { hits: hits / sum(rates), used: usedAfter(life) }
}
