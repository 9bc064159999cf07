import { Binary, type Doc, Int32, type Value, isArray, isDoc, isTruthy } from '../bson/values.ts'
import { MongoError, fail } from '../errors.ts'
import { compileMatch } from '../query/match.ts'
import type { CollectionInfo } from '../storage/catalogue.ts'
import { checkNamespace } from '../storage/catalogue.ts'
import { compileUpdate, updateKind } from '../update/update.ts'
import { upsertSeed } from '../update/upsert.ts'
import { type Reply, reply } from '../wire/message.ts'
import {
  type Command,
  type Context,
  docsField,
  filterField,
  flagField,
  integerField,
  letField,
  rejectOptions,
  targetName,
} from './context.ts'
import type { ChangeStatement, Outcome, Statement } from './statements.ts'
import { type Result, runStatements } from './write-runner.ts'

const MAX_BATCH = 100_000

function batchOf(body: Doc, name: string): Doc[] {
  const docs = docsField(body, name)
  if (docs.length === 0 || docs.length > MAX_BATCH) {
    fail(
      'InvalidLength',
      `Write batch sizes must be between 1 and ${MAX_BATCH}. Got ${docs.length} operations.`,
    )
  }
  return docs
}

/** Returns the collection to write to. Creates it when it is missing. */
export async function writeTarget(context: Context): Promise<CollectionInfo> {
  const name = targetName(context)
  checkNamespace(context.db, name)
  return await context.engine.ensureCollection(context.db, name)
}

function writeErrors(results: readonly Result[]): Value[] {
  const errors: Value[] = []
  for (const [at, result] of results.entries()) {
    if (!(result instanceof MongoError)) continue
    errors.push(
      reply(
        ['index', new Int32(at)],
        ['code', new Int32(result.code)],
        ['errmsg', result.message],
        ...result.extra,
      ),
    )
  }
  return errors
}

function batchReply(results: readonly Result[], fields: (outcomes: Outcome[]) => [string, Value][]): Doc {
  const outcomes = results.filter((result): result is Outcome => !(result instanceof MongoError))
  const answer = reply(...fields(outcomes))
  const errors = writeErrors(results)
  if (errors.length > 0) answer.set('writeErrors', errors)
  return answer
}

const sum = (outcomes: readonly Outcome[], of: (outcome: Outcome) => number): Int32 =>
  new Int32(outcomes.reduce((total, outcome) => total + of(outcome), 0))

async function insert(context: Context): Promise<Reply> {
  const docs = batchOf(context.body, 'documents')
  const collection = await writeTarget(context)
  const statements = docs.map((doc): Statement => ({ kind: 'insert', doc }))
  const results = await runStatements(
    context,
    collection,
    statements,
    flagField(context.body, 'ordered', true),
  )
  return batchReply(results, (outcomes) => [['n', sum(outcomes, ({ matched }) => matched)]])
}

/** Compiles an update: operators, a replacement or a pipeline. */
export function updateStatement(
  context: Context,
  collection: CollectionInfo,
  given: {
    filter: Doc
    update: Value
    arrayFilters: Value | undefined
    isMulti: boolean
    isUpsert: boolean
    hint: Value | undefined
    sort?: Doc | undefined
  },
): ChangeStatement {
  const { filter, update, isMulti } = given
  const vars = letField(context.body, context.now)
  const matcher = compileMatch(filter, { vars })
  if (!isDoc(update) && !isArray(update)) {
    fail('FailedToParse', 'Update argument must be either an object or an array')
  }
  if (isMulti && updateKind(update) === 'replacement')
    fail('FailedToParse', 'multi update is not supported for replacement-style update')
  if (given.arrayFilters !== undefined && !isArray(given.arrayFilters))
    fail('TypeMismatch', "'arrayFilters' must be an array")
  const apply = compileUpdate(update, {
    now: context.now,
    constants: vars,
    ...(given.arrayFilters === undefined ? {} : { arrayFilters: given.arrayFilters }),
  })
  return {
    kind: 'change',
    query: { collection, filter, matcher, hint: given.hint ?? undefined, sort: given.sort },
    isMulti,
    change: (doc) => apply(doc, { isInsert: false, matcher }),
    alwaysModifies: sortsArray(update),
    upsert: given.isUpsert ? () => apply(upsertSeed(filter), { isInsert: true, matcher }) : undefined,
  }
}

/** Returns whether an update sorts an array with `$push`. */
function sortsArray(update: Doc | Value[]): boolean {
  const push = isDoc(update) ? update.get('$push') : undefined
  return (
    isDoc(push) && [...push.values()].some((each) => isDoc(each) && each.has('$each') && each.has('$sort'))
  )
}

const ABSENT: CollectionInfo = {
  id: 0,
  db: '',
  name: '',
  uuid: new Binary(Buffer.alloc(16), 4),
  options: new Map(),
  indexes: [],
  isDropped: false,
}

const UPDATE_FIELDS = new Set([
  'q',
  'u',
  'c',
  'multi',
  'upsert',
  'arrayFilters',
  'hint',
  'collation',
  'upsertSupplied',
])
const DELETE_FIELDS = new Set(['q', 'limit', 'hint', 'collation'])

/** Fails for unknown or missing fields in a statement. The whole command then fails. */
function checkFields(statement: Doc, allowed: ReadonlySet<string>, required: string[], what: string): void {
  for (const name of statement.keys()) {
    if (!allowed.has(name)) fail(40415, `BSON field '${what}.${name}' is an unknown field.`)
  }
  for (const name of required) {
    if (!statement.has(name)) fail(40414, `BSON field '${what}.${name}' is missing but a required field`)
  }
  rejectOptions(statement)
}

async function update(context: Context): Promise<Reply> {
  const given = batchOf(context.body, 'updates')
  for (const item of given) checkFields(item, UPDATE_FIELDS, ['q', 'u'], 'update.updates')
  const existing = context.engine.catalogue.find(context.db, targetName(context))
  const isUpsert = given.some((item) => isTruthy(item.get('upsert')))
  // A missing collection has no matches, and an update without upsert does not create it.
  const collection = existing ?? (isUpsert ? await writeTarget(context) : ABSENT)
  const results = await runParsed(context, collection, given, (item) =>
    updateStatement(context, collection, {
      filter: filterField(item, 'q'),
      update: item.get('u') ?? null,
      arrayFilters: item.get('arrayFilters'),
      isMulti: isTruthy(item.get('multi')),
      isUpsert: isTruthy(item.get('upsert')),
      hint: item.get('hint'),
    }),
  )
  const upserted: Value[] = []
  for (const [index, result] of results.entries()) {
    if (result instanceof MongoError || result.upsertedId === undefined) continue
    upserted.push(reply(['index', new Int32(index)], ['_id', result.upsertedId]))
  }
  return batchReply(results, (outcomes) => [
    ['n', sum(outcomes, (outcome) => outcome.matched + (outcome.upsertedId === undefined ? 0 : 1))],
    ['nModified', sum(outcomes, (outcome) => outcome.modified)],
    ...(upserted.length > 0 ? ([['upserted', upserted]] as [string, Value][]) : []),
  ])
}

async function remove(context: Context): Promise<Reply> {
  const given = batchOf(context.body, 'deletes')
  for (const item of given) {
    checkFields(item, DELETE_FIELDS, ['q', 'limit'], 'delete.deletes')
    const limit = integerField(item, 'limit')
    if (limit !== 0 && limit !== 1)
      fail('FailedToParse', `The limit field in delete objects must be 0 or 1. Got ${limit}`)
  }
  const collection = context.engine.catalogue.find(context.db, targetName(context))
  if (collection === undefined) return reply(['n', new Int32(0)])
  const results = await runParsed(context, collection, given, (item) => {
    const filter = filterField(item, 'q')
    return {
      kind: 'change',
      query: {
        collection,
        filter,
        matcher: compileMatch(filter, { vars: letField(context.body, context.now) }),
        hint: item.get('hint') ?? undefined,
      },
      isMulti: integerField(item, 'limit') === 0,
      change: () => undefined,
      alwaysModifies: false,
      upsert: undefined,
    }
  })
  return batchReply(results, (outcomes) => [['n', sum(outcomes, ({ modified }) => modified)]])
}

/** Parses and runs a batch. An invalid statement fails on its own without failing the whole command. */
async function runParsed(
  context: Context,
  collection: CollectionInfo,
  given: readonly Doc[],
  parse: (item: Doc) => ChangeStatement,
): Promise<Result[]> {
  const isOrdered = flagField(context.body, 'ordered', true)
  const results: Result[] = []
  let at = 0
  while (at < given.length) {
    const run: Statement[] = []
    let broken: MongoError | undefined
    for (const item of given.slice(at)) {
      try {
        run.push(parse(item))
      } catch (error) {
        if (!(error instanceof MongoError)) throw error
        broken = error
        break
      }
    }
    if (run.length > 0)
      results.push(...(await runStatements({ ...context, firstStatement: at }, collection, run, isOrdered)))
    if (results.length < at + run.length) return results
    if (isOrdered && results.at(-1) instanceof MongoError) return results
    if (broken !== undefined) {
      results.push(broken)
      context.transaction?.finish('aborted')
      if (isOrdered || context.transaction !== undefined) return results
    }
    at = results.length
  }
  return results
}

export const WRITE_COMMANDS: Record<string, Command> = {
  insert: {
    fields: ['documents', 'ordered', 'bypassDocumentValidation'],
    inTransaction: true,
    needsSpace: true,
    run: insert,
  },
  update: {
    fields: ['updates', 'ordered', 'bypassDocumentValidation', 'let'],
    inTransaction: true,
    needsSpace: true,
    run: update,
  },
  delete: { fields: ['deletes', 'ordered', 'let'], inTransaction: true, run: remove },
}
