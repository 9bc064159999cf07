import { fail } from 'node:assert/strict'
import type {
  Collection,
  Db,
  Document,
  Filter,
  FindOptions,
  MongoClient,
  UpdateFilter,
  UpdateOptions,
} from 'mongodb'
import { BSON, Decimal128, Double, Long, MongoError, MongoServerError } from 'mongodb'

const { EJSON } = BSON

export interface Row extends Document {
  _id: number | string | object | null
}

export interface Place {
  client: MongoClient
  db: Db
  coll: Collection<Row>
}

/**
 * A case that checks a statement on a page of MongoDB's manual (`page` follows https://www.mongodb.com/docs/manual/).
 */
export interface Case {
  name: string
  page: string
  /** Set for transactions and retryable writes, which a standalone server does not support. */
  needsReplicaSet?: boolean
  /** The first MongoDB version in which the case holds; every supported version by default. */
  since?: string
  /** Set for features that MongoDB supports but the embedded server rejects. */
  isEmbeddedOnly?: boolean
  run(place: Place): Promise<void>
}

export interface Family {
  name: string
  cases: Case[]
}

export const long = (value: number | bigint | string): Long => Long.fromString(String(value))
export const double = (value: number): Double => new Double(value)
export const decimal = (text: string): Decimal128 => Decimal128.fromString(text)

/** Represents a missing field. */
export const MISSING = Symbol('missing')

/** Converts a value to canonical Extended JSON, which preserves types, field order and every digit. */
const canonical = (value: unknown): string => EJSON.stringify({ value }, { relaxed: false }).slice(9, -1)

/** Fails unless both values have the same content, BSON types and field order. */
export function same(actual: unknown, expected: unknown): void {
  const [found, wanted] = [canonical(actual), canonical(expected)]
  if (found !== wanted) fail(`got\n  ${found}\nexpected\n  ${wanted}`)
}

/** Fails unless the promise is rejected with one of the codes; returns the error. */
export async function rejects(
  promise: Promise<unknown>,
  code: number | readonly number[],
): Promise<MongoServerError> {
  const codes = typeof code === 'number' ? [code] : code
  try {
    await promise
  } catch (error) {
    if (!(error instanceof MongoServerError)) throw error
    if (!codes.includes(Number(error.code)))
      fail(`expected code ${codes.join(' or ')}, got ${error.code}: ${error.message}`)
    return error
  }
  return fail(`expected an error with code ${codes.join(' or ')}, but it succeeded`)
}

/** Fails unless the promise is rejected with a message that contains the text. */
export async function rejectsNaming(promise: Promise<unknown>, text: string): Promise<void> {
  try {
    await promise
  } catch (error) {
    if (!(error instanceof MongoError)) throw error
    if (!error.message.includes(text)) fail(`expected an error that names ${text}, got: ${error.message}`)
    return
  }
  fail(`expected an error that names ${text}, but it succeeded`)
}

/** Returns a filter on `_id`, which can have any type in these cases. */
export const byId = (id: unknown): Filter<Row> => ({ _id: id }) as Filter<Row>

export const exact = { promoteValues: false, promoteLongs: false, promoteBuffers: false } as const

/** Returns the cases for one page of the manual. */
export const onPage = (page: string, cases: Omit<Case, 'page'>[]): Case[] =>
  cases.map((each) => ({ ...each, page }))

/** Returns documents with `_id` 1, 2, 3 … and one field `a` each; MISSING omits the field. */
export const withA = (...values: unknown[]): Row[] =>
  values.map((a, at) => (a === MISSING ? { _id: at + 1 } : { _id: at + 1, a }))

export async function fill({ coll }: Place, docs: readonly Row[]): Promise<void> {
  if (docs.length > 0) await coll.insertMany([...docs], { forceServerObjectId: true })
}

/** Creates a case: a filter must match exactly the documents with these ids. */
export const finds = (
  name: string,
  docs: readonly Row[],
  filter: Document,
  ids: unknown[],
): Omit<Case, 'page'> => ({
  name,
  async run(place) {
    await fill(place, docs)
    const found = await place.coll
      .find(filter as Filter<Row>, exact)
      .sort({ _id: 1 })
      .toArray()
    same(
      found.map((each) => each._id),
      ids,
    )
  },
})

/** Creates a case: a filter must be rejected with a code. */
export const rejectsFilter = (
  name: string,
  filter: Document,
  code: number | readonly number[],
): Omit<Case, 'page'> => ({
  name,
  async run(place) {
    await fill(place, [{ _id: 1, a: 1 }])
    await rejects(place.coll.find(filter as Filter<Row>).toArray(), code)
  },
})

/** Creates a case: a find with options must return exactly these documents in this order. */
export const reads = (
  name: string,
  docs: readonly Row[],
  filter: Document,
  options: FindOptions,
  expected: unknown[] | { code: number | readonly number[] },
): Omit<Case, 'page'> => ({
  name,
  async run(place) {
    await fill(place, docs)
    const found = place.coll.find(filter as Filter<Row>, { ...exact, ...options }).toArray()
    if (Array.isArray(expected)) same(await found, expected)
    else await rejects(found, expected.code)
  },
})

/**
 * Creates a case: an update must change a document (found by `_id` or a filter) into another, or be rejected with a
 * code.
 */
export const updates = (
  name: string,
  doc: Row,
  update: Document | Document[],
  expected: Document | { code: number | readonly number[] },
  { filter = { _id: doc._id }, ...options }: UpdateOptions & { filter?: Document } = {},
): Omit<Case, 'page'> => ({
  name,
  async run(place) {
    await fill(place, [doc])
    const done = place.coll.updateOne(filter as Filter<Row>, update as UpdateFilter<Row>, options)
    if (!('_id' in expected)) {
      await rejects(done, expected.code as number)
      return same(await place.coll.find({}, exact).toArray(), [doc])
    }
    await done
    same(await place.coll.find({}, exact).toArray(), [expected])
  },
})

/** Creates a case: a pipeline must return exactly these results in this order, or be rejected with a code. */
export const aggregates = (
  name: string,
  docs: readonly Row[],
  pipeline: Document[],
  expected: unknown[] | { code: number | readonly number[] },
): Omit<Case, 'page'> => ({
  name,
  async run(place) {
    await fill(place, docs)
    const found = place.coll.aggregate(pipeline, exact).toArray()
    if (Array.isArray(expected)) same(await found, expected)
    else await rejects(found, expected.code)
  },
})

/** Creates a case: an expression must return this value for one document, or be rejected with a code. */
export const evaluates = (
  name: string,
  expression: unknown,
  expected: unknown,
  doc: Document = {},
): Omit<Case, 'page'> => ({
  name,
  async run(place) {
    await fill(place, [{ _id: 1, ...doc }])
    const found = place.coll.aggregate([{ $replaceWith: { value: expression } }], exact).toArray()
    const code = expected instanceof Rejection ? expected.code : undefined
    if (code !== undefined) await rejects(found, code)
    else same(await found, [expected === MISSING ? {} : { value: expected }])
  },
})

class Rejection {
  readonly code: number | readonly number[]
  constructor(code: number | readonly number[]) {
    this.code = code
  }
}

/** Returns the expected result to pass to `evaluates` for a rejected expression. */
export const rejection = (...codes: number[]): Rejection => new Rejection(codes)

/** Returns whether the server would use an index or scan the collection for a filter. */
export async function planOf(coll: Collection<Row>, filter: Document): Promise<'index' | 'scan'> {
  const plan = await coll.find(filter as Filter<Row>).explain('queryPlanner')
  return JSON.stringify(plan['queryPlanner'].winningPlan).includes('"COLLSCAN"') ? 'scan' : 'index'
}
