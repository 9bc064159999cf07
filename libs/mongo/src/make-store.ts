import { newId, notFound } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import { Error as MongooseError } from 'mongoose'
import type { ClientSession, PipelineStage } from 'mongoose'
import { isDuplicateKey } from './errors.ts'
import { explanationOf } from './explain.ts'
import { fieldName, toQuery, toTenantPipeline, toTenantQuery, toUpdate, withMongoIds } from './filters.ts'
import { toRecord } from './models.ts'
import type { StoredRecord, StoreModel } from './models.ts'
import { afterCursor, and, badCursor, cursorAfter, sortOf, totalOrder } from './paging.ts'
import type { Page, Store, UpdateOptions } from './store.ts'

/** How a store reaches the database. */
export type Access = {
  /** One call for each operation, named for metrics and faults. */
  run<Result>(name: string, work: (session: ClientSession | undefined) => Promise<Result>): Promise<Result>
  /** The number of records that match; that of a large list may be two seconds old. */
  total(query: object, count: () => Promise<number>): Promise<number>
  /** Looks at the plan of a query before it runs, where this is switched on. */
  checkPlan: ((query: object, explain: () => Promise<unknown>) => Promise<void>) | null
}

type Directions = Record<string, 1 | -1>
type LooseFind = { sort?: object; skip?: number; limit?: number; select?: readonly PropertyKey[] }

/** A store over a model; with a workspace everything it reads and writes is that workspace's. */
export const makeStore = <D extends object, N extends object>(
  model: StoreModel,
  noun: string,
  workspaceId: Id | null,
  clock: Clock,
  access: Access,
): Store<D, N> => {
  const query = (filter: object) =>
    workspaceId === null ? toQuery(filter) : toTenantQuery(workspaceId, filter)
  /** Runs an operation that has to find its records first. */
  const run = async <Result>(
    name: string,
    filter: object | null,
    work: (session: ClientSession | undefined) => Promise<Result>,
  ): Promise<Result> => {
    if (filter && access.checkPlan)
      await access.checkPlan(query(filter), () => found(filter, {}).explain('queryPlanner').exec())
    return access.run(name, work)
  }
  const pipelineOf = (stages: PipelineStage[]) =>
    workspaceId === null ? stages : toTenantPipeline(workspaceId, stages)

  const found = (filter: object, options: LooseFind, session?: ClientSession) => {
    const search = model.find(query(filter), null, toOptions(session))
    if (options.sort) search.sort(withMongoIds(options.sort as Directions))
    if (options.skip) search.skip(options.skip)
    if (options.limit !== undefined) search.limit(options.limit)
    if (options.select) search.select(options.select.map((key) => fieldName(String(key))))
    return search.lean<StoredRecord[]>()
  }

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
    update: object,
    { keepsUpdatedAt = false, ...options }: UpdateOptions & { upsert?: boolean },
  ) =>
    run(name, filter, (session) => {
      const operators = toUpdate(update, keepsUpdatedAt ? null : clock.now())
      if (options.upsert)
        operators['$setOnInsert'] = {
          createdAt: clock.now(),
          ...idUnlessNamed(filter),
          ...operators['$setOnInsert'],
        }
      return model
        .findOneAndUpdate(query(filter), operators, {
          returnDocument: 'after',
          ...toOptions(session),
          ...options,
          ...(options.sort && { sort: withMongoIds(options.sort) }),
        })
        .lean<StoredRecord | null>()
        .exec()
    })

  const orNotFound = (record: D | null): D => {
    if (!record) throw notFound(noun)
    return record
  }

  const store: Store<D, N> = {
    find: async (filter = {}, options = {}) => {
      const records = await run('find', filter, (session) => found(filter, options, session).exec())
      return records.map((record) => toRecord(record))
    },
    findOne: async (filter, options = {}) => {
      const [record] = await run('findOne', filter, (session) =>
        found(filter, { ...options, limit: 1 }, session).exec(),
      )
      return record ? toRecord(record) : null
    },
    get: async (filter) => orNotFound((await store.findOne(filter)) as D | null),
    insert: async (record) => {
      const made = new model(toStored(record))
      await run('insert', null, (session) => made.save({ session: session ?? null }))
      return toRecord(made.toObject() as StoredRecord)
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
      const made = records.map((record) => new model(toStored(record)))
      await run('insertMany', null, (session) => model.insertMany(made, { session: session ?? null }))
      return made.map((each) => toRecord(each.toObject() as StoredRecord))
    },
    update: async (filter, update, options) => orNotFound(await store.updateIf(filter, update, options)),
    updateIf: async (filter, update, options = {}) => {
      const record = await change('update', filter, update, options)
      return record && toRecord<D>(record)
    },
    updateMany: async (filter, update, options = {}) => {
      const { matchedCount } = await run('updateMany', filter, (session) =>
        model
          .updateMany(query(filter), toUpdate(update, clock.now()), {
            ...toOptions(session),
            ...options,
          })
          .exec(),
      )
      return matchedCount
    },
    upsert: async (filter, update) => {
      const once = async () => toRecord<D>((await change('upsert', filter, update, { upsert: true }))!)
      try {
        return await once()
      } catch (error) {
        // Two upserts may both find nothing; the slower one then finds the other's record. (In a transaction it is over.)
        if (isDuplicateKey(error)) return once()
        throw error
      }
    },
    remove: async (filter) => orNotFound(await store.removeIf(filter)),
    removeIf: async (filter) => {
      const record = await run('remove', filter, (session) =>
        model.findOneAndDelete(query(filter), toOptions(session)).lean<StoredRecord | null>().exec(),
      )
      return record && toRecord<D>(record)
    },
    removeMany: async (filter) => {
      const { deletedCount } = await run('removeMany', filter, (session) =>
        model.deleteMany(query(filter), toOptions(session)).exec(),
      )
      return deletedCount
    },
    count: async (filter = {}) =>
      run('count', filter, (session) => model.countDocuments(query(filter), toOptions(session)).exec()),
    exists: async (filter) => (await store.findOne(filter, { select: ['id' as never] })) !== null,
    distinct: async (field, filter = {}) =>
      run('distinct', filter, async (session) => {
        const values = await model.distinct(fieldName(field), query(filter), toOptions(session)).exec()
        return values as never
      }),
    aggregate: async (pipeline) =>
      run('aggregate', null, (session) =>
        model.aggregate(pipelineOf(pipeline), { session: session ?? undefined }).exec(),
      ),
    page: async ({ filter = {}, sort, select, query: { page, limit, after } }) => {
      const order = totalOrder(sort as Directions | undefined)
      const list = (wanted: object, options: LooseFind) =>
        store.find(wanted as never, { ...options, select, sort: sortOf(order) } as never) as Promise<D[]>
      if (after !== undefined) {
        const found = await list(and(filter, afterCursor(after, order)), { limit: limit + 1 }).catch(
          refuseCursor,
        )
        return pageAfter(limit, order, found)
      }
      const [items, total] = await Promise.all([
        list(filter, { skip: (page - 1) * limit, limit }),
        access.total(query(filter), () => store.count(filter)),
      ])
      return { items, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } }
    },
    iterate: async function* (filter = {}, options = {}) {
      const { select } = options
      let last: D | undefined
      let left = options.limit ?? Number.POSITIVE_INFINITY
      const order = totalOrder((options.sort as Directions | undefined) ?? { _id: 1 })
      while (left > 0) {
        const more = last ? afterCursor(cursorAfter(last as Record<string, unknown>, order), order) : null
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
        explanationOf(await found(filter, options, session).explain('executionStats').exec()),
      ),
  }
  return store
}

const idUnlessNamed = (filter: object): { _id?: Id } =>
  'id' in filter || '_id' in filter ? {} : { _id: newId() }

const pageAfter = <D extends object>(
  limit: number,
  order: ReturnType<typeof totalOrder>,
  found: D[],
): Page<D> => {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  const nextCursor = found.length > limit && last ? cursorAfter(last as Record<string, unknown>, order) : null
  return { items, pagination: { limit, nextCursor } }
}

/** A cursor of another list may hold values of the wrong type. */
const refuseCursor = (error: unknown): never => {
  throw error instanceof MongooseError.CastError ? badCursor() : error
}

/** No caller's value becomes an operator, and the operation belongs to its transaction. */
const toOptions = (session: ClientSession | undefined) => ({
  sanitizeFilter: true,
  ...(session && { session }),
})
