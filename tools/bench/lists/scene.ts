import { newId } from '@wp/kernel'
import type { Id, PageQuery } from '@wp/kernel'
import type { Collection, Database } from '@wp/mongo'
import type { z } from 'zod'

type Page = { items: object[]; pagination: object }

/** A query parameter's value, or the values of several parameters that are used together. */
export type Choice = string | object

/**
 * Returns a number from 0 to 1 that depends only on the record and the salt, so that every run is the same.
 */
export type Random = (salt: number) => number

export type ListScene = {
  readonly id: string
  readonly query: z.ZodObject
  readonly collection: Collection<object>
  /** Other collections of the store. */
  readonly others: readonly Collection<object>[]
  readonly isGlobal: boolean
  /** The time over which the records are spread, in days; shorter where records expire. */
  readonly spanDays: number
  readonly choices: Readonly<Record<string, readonly Choice[]>>
  readonly record: (random: Random, createdAt: Date, index: number) => object
  readonly list: (db: Database, workspaceId: Id) => (query: PageQuery) => Promise<Page>
}

type Declared<Query extends z.ZodObject> = {
  route: { id: string; query?: Query | undefined }
  collection: Collection<never>
  others?: readonly Collection<never>[]
  isGlobal?: boolean
  spanDays?: number
  /** Values for parameters whose schema does not list them: at least a frequent value and a rare one. */
  choices?: Readonly<Record<string, readonly Choice[]>>
  record: ListScene['record']
  /** Reads a page as the route's handler does. */
  list: (db: Database, workspaceId: Id) => (query: z.output<Query> & PageQuery) => Promise<Page>
}

/** Declares a list with records and values that a workspace of 100,000 records could have. */
export const defineScene = <Query extends z.ZodObject>({
  route,
  others = [],
  isGlobal = false,
  spanDays = 1000,
  choices = {},
  ...scene
}: Declared<Query>): ListScene => ({
  ...scene,
  id: route.id,
  query: route.query!,
  others: others as unknown as ListScene['others'],
  isGlobal,
  spanDays,
  choices,
  collection: scene.collection as unknown as Collection<object>,
  list: scene.list as unknown as ListScene['list'],
})

/** Returns one of the values; each is about half as frequent as the previous one. */
export const pick = <Value>(values: readonly Value[], fraction: number): Value =>
  values[Math.min(Math.floor(-Math.log2(1 - fraction)), values.length - 1)]!

/** Returns one of the values, the first most often: its share of 200 values is a sixth, the last one's a thousandth. */
export const pickId = (ids: readonly Id[], fraction: number): Id =>
  ids[Math.min(Math.floor(ids.length ** fraction) - 1, ids.length - 1)]!

export const manyIds = (count: number): Id[] => Array.from({ length: count }, () => newId())

/** The most frequent and the rarest of many ids. */
export const bothEnds = (ids: readonly Id[]): Id[] => [ids[0]!, ids.at(-1)!]

const dayMs = 86_400_000

/** Returns the day of an instant, moved by some days. */
export const dayOf = (at: Date, days = 0): string =>
  new Date(at.getTime() + Math.round(days) * dayMs).toISOString().slice(0, 10)

const firstNames = ['ali', 'mona', 'sara', 'omar', 'layla', 'noah', 'emma', 'lina', 'adam', 'zoe']

/** Returns the text of a record: a frequent word, a common name and a word that only this record has. */
export const textOf = (random: Random, index: number): string =>
  `${random(90) < 0.3 ? 'visitor' : 'guest'} ${pick(firstNames, random(91))} n${index}x`

/**
 * Searches for a frequent word, a rare one, and both in either order; and for a common name, which is too rare to be
 * found among the newest records and too frequent to read all its records.
 */
export const searches: Readonly<Record<string, readonly Choice[]>> = {
  search: ['visitor', 'n42x', 'visitor n42x', 'n42x visitor', 'visitor ali'],
  'common-name': [{ search: 'lina' }],
}
