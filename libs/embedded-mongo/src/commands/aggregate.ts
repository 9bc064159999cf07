import { encode } from '../bson/codec.ts'
import { type Doc, type Value, numberValue } from '../bson/values.ts'
import { compilePipeline } from '../aggregate/pipeline.ts'
import { splitPipeline } from '../aggregate/split-pipeline.ts'
import { fail } from '../errors.ts'
import { countMatches } from '../execution/count.ts'
import { type Query, runQuery } from '../execution/execute.ts'
import { compileMatch } from '../query/match.ts'
import { compileSort } from '../fields/sort.ts'
import { MAX_DOCUMENT_BYTES } from '../storage/documents.ts'
import type { Reply } from '../wire/message.ts'
import {
  type Command,
  type Context,
  docField,
  docsField,
  filterField,
  integerField,
  letField,
  rejectOptions,
  targetName,
} from './context.ts'
import { firstBatch } from './find.ts'

const BATCH = 100

async function* documents(context: Context, query: Query | undefined): AsyncGenerator<Doc> {
  if (query === undefined) return
  for await (const batch of runQuery(context.view, query)) for (const { doc } of batch) yield doc
}

async function* encodeBatches(docs: AsyncIterable<Doc>): AsyncGenerator<Buffer[]> {
  let batch: Buffer[] = []
  for await (const doc of docs) {
    const bytes = encode(doc)
    if (bytes.length > MAX_DOCUMENT_BYTES)
      fail(
        'BSONObjectTooLarge',
        `BSONObj size: ${bytes.length} is invalid. Size must be between 0 and 16793600(16MB)`,
      )
    batch.push(bytes)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Runs a pipeline. The query planner executes its first stages. */
export function aggregateSource(
  context: Context,
  name: string | undefined,
  stages: Doc[],
): AsyncIterable<Doc> {
  const { engine, db, deadline, body } = context
  const variables = letField(body, context.now)
  const environment = { now: context.now, variables }
  if (name === undefined) return compilePipeline(stages, environment)(nothing())
  const split = splitPipeline(stages)
  const run = compilePipeline(split.rest, environment)
  // The pipeline is compiled even when the collection does not exist, so that its errors are reported.
  const filter = split.filter ?? new Map()
  const matcher = compileMatch(filter, { vars: variables })
  if (split.sort) compileSort(split.sort)
  const collection = engine.catalogue.find(db, name)
  const query: Query | undefined = collection && {
    collection,
    filter,
    matcher,
    sort: split.sort,
    skip: split.skip,
    limit: split.limit,
    hint: body.get('hint') ?? undefined,
    deadline,
  }
  return run(
    split.count === undefined ? documents(context, query) : countMatching(context, query, split.count),
  )
}

/** Returns the result document of a counting stage. Uses the stored document count when all documents are counted. */
async function* countMatching(
  { engine, view, transaction }: Context,
  query: Query | undefined,
  { field, id }: { field: string; id: Value | undefined },
): AsyncGenerator<Doc> {
  if (query === undefined) return
  const isWhole = query.filter.size === 0 && query.skip === undefined && query.limit === undefined
  const total = isWhole
    ? engine.count(query.collection, transaction)
    : await countMatches(view, { ...query, sort: undefined })
  if (total === 0) return
  yield new Map<string, Value>([
    ...(id === undefined ? [] : [['_id', id] as [string, Value]]),
    [field, numberValue(total)],
  ])
}

async function* nothing(): AsyncGenerator<Doc> {}

async function aggregate(context: Context): Promise<Reply> {
  const { body } = context
  rejectOptions(body)
  const target = body.get('aggregate')
  const stages = docsField(body, 'pipeline')
  if (typeof target !== 'string' && !(target !== undefined && target !== null && Number(target) === 1)) {
    fail('TypeMismatch', "'aggregate' must be the name of a collection, or 1 for a pipeline without one")
  }
  const name = typeof target === 'string' ? target : undefined
  const cursor = docField(body, 'cursor')
  if (cursor === undefined && !body.has('explain')) {
    fail('FailedToParse', "The 'cursor' option is required, except for aggregate with the explain argument")
  }
  const docs = aggregateSource(context, name, stages)
  return await firstBatch(context, name ?? '$cmd.aggregate', encodeBatches(docs), {
    batchSize: integerField(filterField(body, 'cursor'), 'batchSize'),
  })
}

/** Returns the first stages of a pipeline as a query, for explain. */
export function pipelineQuery(context: Context, stages: readonly Value[]): Query | undefined {
  const split = splitPipeline(stages)
  const collection = context.engine.catalogue.find(context.db, targetName(context))
  return (
    collection && {
      collection,
      filter: split.filter ?? new Map(),
      sort: split.sort,
      skip: split.skip,
      limit: split.limit,
      hint: context.body.get('hint') ?? undefined,
    }
  )
}

export const AGGREGATE_COMMANDS: Record<string, Command> = {
  aggregate: {
    fields: [
      'pipeline',
      'explain',
      'allowDiskUse',
      'cursor',
      'bypassDocumentValidation',
      'collation',
      'hint',
      'let',
    ],
    inTransaction: true,
    run: aggregate,
  },
}
