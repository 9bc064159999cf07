import { cutAt, newId, notFound } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import { Error as MongooseError } from 'mongoose'
import type { ClientSession, PipelineStage } from 'mongoose'
import { decodeRecord } from './bson-records.ts'
import { castQuery, castRecord, castUpdate } from './casting.ts'
import { countDocuments, findDocuments } from './direct-reads.ts'
import type { Wanted } from './direct-reads.ts'
import { isDuplicateKey } from './errors.ts'
import { explanationOf } from './explain.ts'
import type { Explanation } from './explain.ts'
import { fieldName, toQuery, toTenantPipeline, toTenantQuery, toUpdate, withMongoIds } from './filters.ts'
import { takeRecord, unfit } from './plain-values.ts'
import { toRecord } from './models.ts'
import type { StoredRecord, StoreModel } from './models.ts'
import { afterCursor, and, invalidCursor, cursorAfter, pageTooLarge, sortOf, totalOrder } from './paging.ts'
import type { Page, Store, UpdateOptions } from './store.ts'

/** The database operations that a store uses. */
export type Access = {
  /** Runs one operation; its name appears in metrics and fault tests. */
  run<Result>(name: string, work: (session: ClientSession | undefined) => Promise<Result>): Promise<Result>
  /** Returns the number of matching records. For large lists the number may be up to two seconds old. */
  total(query: object, count: () => Promise<number>): Promise<number>
  /** Returns how long the current operation may take. */
  timeLimitMs(): number
  /** Checks a query's plan before it runs, if enabled. */
  checkPlan: ((query: object, explain: () => Promise<unknown>) => Promise<void>) | null
  /** Called before a page of a list is read, if set. */
  onPage: ((explain: () => Promise<Explanation>) => Promise<void>) | null
}

type Directions = Record<string, 1 | -1>
type LooseFind = {
  sort?: object
  skip?: number
  limit?: number
  select?: readonly PropertyKey[]
  omit?: readonly PropertyKey[]
}

/** `isCut` is true when records were left out because the list would have been too large. */
type PartialList<D> = { items: D[]; isCut: boolean }

/** Limits the size of the records in one page, so that a list of large records cannot exhaust a replica's memory. */
const maxPageBytes = 8 * 1024 * 1024

/** Returns a store for a model. With a workspace, it only reads and writes that workspace's records. */
export const makeStore = <D extends object, N extends object>(
  model: StoreModel,
  noun: string,
  workspaceId: Id | null,
  clock: Clock,
  access: Access,
): Store<D, N> => {
  const query = (filter: object): Record<string, unknown> => {
    const given = workspaceId === null ? toQuery(filter) : toTenantQuery(workspaceId, filter)
    return model.isQuery(given) ? given : castQuery(model.mongoose, given)
  }
  const update = (operators: Record<string, object>, { arrayFilters }: UpdateOptions) =>
    model.takeUpdate(operators) ?? castUpdate(model.mongoose, operators, { arrayFilters })
  /** Runs an operation. If `checkPlan` is set, checks the plan of its query first. */
  const run = async <Result>(
    name: string,
    filter: object | null,
    work: (session: ClientSession | undefined) => Promise<Result>,
  ): Promise<Result> => {
    if (filter && access.checkPlan)
      await access.checkPlan(query(filter), () => explain(filter, {}, 'queryPlanner'))
    return access.run(name, work)
  }
  const timeLimit = () => ({ maxTimeMS: Math.max(1, Math.round(access.timeLimitMs())) })
  /** Limits the time of a read on the server too, so that it ends with the request that waits for it. */
  const readOptions = (session: ClientSession | undefined) => ({ ...timeLimit(), ...toOptions(session) })
  /**
   * Limits the time of a write on the server too, because a write that waits for a locked record would occupy its
   * connection. Writes in a transaction do not wait.
   */
  const writeOptions = (session: ClientSession | undefined) => (session ? { session } : timeLimit())
  const pipelineOf = (stages: PipelineStage[]) =>
    workspaceId === null ? stages : toTenantPipeline(workspaceId, stages)

  const explain = (
    filter: object,
    options: LooseFind,
    verbosity: 'queryPlanner' | 'executionStats',
    session?: ClientSession,
  ) => model.driver.find(query(filter), { ...toWanted(options), ...toOptions(session) }).explain(verbosity)

  /** Returns as many records as fit into `maxBytes`, but at least one. */
  const read = async (
    filter: object,
    options: LooseFind,
    maxBytes: number,
    session?: ClientSession,
  ): Promise<PartialList<D>> => {
    const documents = await findDocuments(
      model,
      query(filter),
      toWanted(options),
      maxBytes,
      readOptions(session),
    )
    const { items, isCut } = cutAt(documents, ({ byteLength }) => byteLength, maxBytes)
    return { items: items.map((bytes) => decodeRecord(bytes)), isCut }
  }

  const list = async (filter: object, options: LooseFind, session?: ClientSession): Promise<D[]> =>
    (await read(filter, options, Number.POSITIVE_INFINITY, session)).items

  const toStored = (record: N): StoredRecord => {
    const { id, createdAt, updatedAt, ...fields } = record as Record<string, unknown>
    const now = clock.now()
    return {
      _id: (id as Id | undefined) ?? newId(),
      ...fields,
      ...(workspaceId !== null && { workspaceId }),
      createdAt: createdAt ?? now,
      updatedAt: updatedAt ?? createdAt ?? now,
    }
  }

  const change = async (
    name: string,
    filter: object,
    given: object,
    { keepsUpdatedAt = false, upsert = false, ...options }: UpdateOptions & { upsert?: boolean },
  ) =>
    run(name, filter, (session) => {
      const operators = toUpdate(given, keepsUpdatedAt ? null : clock.now())
      const mongoQuery = query(filter)
      if (upsert)
        operators['$setOnInsert'] = {
          createdAt: clock.now(),
          ...idUnlessNamed(filter),
          ...defaultsOf(model, mongoQuery, operators),
          ...operators['$setOnInsert'],
        }
      return model.driver.findOneAndUpdate(mongoQuery, update(operators, options), {
        returnDocument: 'after',
        upsert,
        ...options,
        ...(options.sort && { sort: withMongoIds(options.sort) }),
        ...writeOptions(session),
      })
    })

  /** Inserts records and returns them as stored. */
  const insertAll = async (name: string, records: readonly N[]): Promise<StoredRecord[]> => {
    const stored: StoredRecord[] = []
    for (const record of records) {
      const given = toStored(record)
      const taken = takeRecord(model.shape, given)
      stored.push((taken === unfit ? await castRecord(model.mongoose, given) : taken) as StoredRecord)
    }
    await run(name, null, async (session) => {
      const options = writeOptions(session)
      if (stored.length === 1) await model.driver.insertOne(stored[0]!, options)
      else await model.driver.insertMany(stored, options)
    })
    return stored
  }

  const orNotFound = (record: D | null): D => {
    if (!record) throw notFound(noun)
    return record
  }

  const store: Store<D, N> = {
    find: async (filter = {}, options = {}) =>
      run('find', filter, (session) => list(filter, options, session)) as never,
    findOne: async (filter, options = {}) => {
      const [record] = await run('findOne', filter, (session) =>
        list(filter, { ...options, limit: 1 }, session),
      )
      return (record ?? null) as never
    },
    get: async (filter) => orNotFound((await store.findOne(filter)) as D | null),
    insert: async (record) => {
      const [stored] = await insertAll('insert', [record])
      return toRecord(stored!)
    },
    insertIf: async (record) => {
      try {
        return await store.insert(record)
      } catch (error) {
        if (isDuplicateKey(error)) return null
        throw error
      }
    },
    insertMany: async (records) => {
      if (records.length === 0) return []
      return (await insertAll('insertMany', records)).map((each) => toRecord(each))
    },
    update: async (filter, given, options) => orNotFound(await store.updateIf(filter, given, options)),
    updateIf: async (filter, given, options = {}) => {
      const record = await change('update', filter, given, options)
      return record && toRecord<D>(record)
    },
    changeIf: async (filter, given, { keepsUpdatedAt = false, ...options } = {}) => {
      const { matchedCount } = await run('update', filter, (session) =>
        model.driver.updateOne(
          query(filter),
          update(toUpdate(given, keepsUpdatedAt ? null : clock.now()), options),
          { ...options, ...writeOptions(session) },
        ),
      )
      return matchedCount > 0
    },
    updateMany: async (filter, given, options = {}) => {
      const { matchedCount } = await run('updateMany', filter, (session) =>
        model.driver.updateMany(query(filter), update(toUpdate(given, clock.now()), options), {
          ...options,
          ...writeOptions(session),
        }),
      )
      return matchedCount
    },
    upsert: async (filter, given) => {
      const once = async () => toRecord<D>((await change('upsert', filter, given, { upsert: true }))!)
      try {
        return await once()
      } catch (error) {
        // Two concurrent upserts may both insert; the failing one is retried and finds the other's record.
        // (Inside a transaction, it just fails.)
        if (isDuplicateKey(error)) return once()
        throw error
      }
    },
    remove: async (filter) => orNotFound(await store.removeIf(filter)),
    removeIf: async (filter) => {
      const record = await run('remove', filter, (session) =>
        model.driver.findOneAndDelete(query(filter), writeOptions(session)),
      )
      return record && toRecord<D>(record)
    },
    removeMany: async (filter) => {
      const { deletedCount } = await run('removeMany', filter, (session) =>
        model.driver.deleteMany(query(filter), writeOptions(session)),
      )
      return deletedCount
    },
    count: async (filter = {}) =>
      run('count', filter, (session) => countDocuments(model, query(filter), readOptions(session))),
    exists: async (filter) => (await store.findOne(filter, { select: ['id' as never] })) !== null,
    distinct: async (field, filter = {}) =>
      run('distinct', filter, async (session) => {
        const values = await model.driver.distinct(fieldName(field), query(filter), readOptions(session))
        return values as never
      }),
    aggregate: async (pipeline) =>
      run(
        'aggregate',
        null,
        (session) =>
          model.driver.aggregate(pipelineOf(pipeline), readOptions(session)).toArray() as Promise<never[]>,
      ),
    page: async ({ filter = {}, sort, neverNull, select, query: { page, limit, after } }) => {
      const order = totalOrder(sort as Directions | undefined)
      const readPage = async (wanted: object, paging: LooseFind) => {
        const options = { ...paging, ...(select && { select }), sort: sortOf(order) }
        await access.onPage?.(() => store.explain(wanted as never, options as never))
        return run('find', wanted, (session) => read(wanted, options, maxPageBytes, session))
      }
      if (after !== undefined) {
        const rest = and(filter, afterCursor(after, order, neverNull))
        const found = await readPage(rest, { limit: limit + 1 }).catch(toCursorError)
        return pageAfter(limit, order, found) as never
      }
      const [{ items, isCut }, total] = await Promise.all([
        readPage(filter, { skip: (page - 1) * limit, limit }),
        access.total(query(filter), () => store.count(filter)),
      ])
      if (isCut) throw pageTooLarge()
      return { items, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } } as never
    },
    iterate: async function* (filter = {}, options = {}) {
      const { select, neverNull } = options
      let last: D | undefined
      let left = options.limit ?? Number.POSITIVE_INFINITY
      const order = totalOrder((options.sort as Directions | undefined) ?? { _id: 1 })
      while (left > 0) {
        const more = last
          ? afterCursor(cursorAfter(last as Record<string, unknown>, order), order, neverNull)
          : null
        const batch = (await store.find(and(filter, more) as never, {
          sort: sortOf(order) as never,
          limit: Math.min(left, 200),
          ...(select && { select: select as never }),
        })) as D[]
        yield* batch as never[]
        left -= batch.length
        last = batch.at(-1)
        if (batch.length < 200) return
      }
    },
    explain: async (filter = {}, options = {}) =>
      run('explain', null, async (session) =>
        explanationOf(await explain(filter, options, 'executionStats', session)),
      ),
  }
  return store
}

/** Returns the defaults of a new record's fields that neither the query nor the update names. */
const defaultsOf = (
  { shape }: StoreModel,
  mongoQuery: Record<string, unknown>,
  operators: Record<string, object>,
): Record<string, unknown> => {
  const named = new Set(
    [mongoQuery, ...Object.values(operators)].flatMap((fields) =>
      Object.keys(fields).map((path) => path.split('.', 1)[0]!),
    ),
  )
  return Object.fromEntries(
    [...shape.defaults].flatMap(([field, make]) => (named.has(field) ? [] : [[field, make()]])),
  )
}

const projectionOf = (keys: readonly PropertyKey[], value: 0 | 1) =>
  Object.fromEntries(keys.map((key) => [fieldName(String(key)), value]))

/** Returns find options as the database expects them. */
const toWanted = ({ sort, skip, limit, select, omit }: LooseFind): Wanted => ({
  ...(sort && { sort: withMongoIds(sort as Directions) }),
  ...(skip && { skip }),
  ...(limit !== undefined && { limit }),
  ...(select && { projection: projectionOf(select, 1) }),
  ...(omit && { projection: projectionOf(omit, 0) }),
})

const idUnlessNamed = (filter: object): { _id?: Id } =>
  'id' in filter || '_id' in filter ? {} : { _id: newId() }

const pageAfter = <D extends object>(
  limit: number,
  order: ReturnType<typeof totalOrder>,
  found: PartialList<D>,
): Page<D> => {
  const items = found.items.slice(0, limit)
  const last = items.at(-1)
  const hasMore = found.isCut || found.items.length > limit
  const nextCursor = hasMore && last ? cursorAfter(last as Record<string, unknown>, order) : null
  return { items, pagination: { limit, nextCursor } }
}

/**
 * Converts the cast error for another list's cursor, which may contain values of the wrong type, to INVALID_REQUEST.
 */
const toCursorError = (error: unknown): never => {
  throw error instanceof MongooseError.CastError ? invalidCursor() : error
}

const toOptions = (session: ClientSession | undefined) => (session ? { session } : {})
