import { show } from '../bson/show.ts'
import { Double, type Doc, Int32, Long, type Value, isArray, isDoc } from '../bson/values.ts'
import { fail, unsupported } from '../errors.ts'
import { countMatches } from '../execution/count.ts'
import { type Query, type Statistics, planFor, runQuery } from '../execution/execute.ts'
import { compileMatch } from '../query/match.ts'
import type { IndexPlan, Plan } from '../execution/plan.ts'
import { type Reply, reply } from '../wire/message.ts'
import { pipelineQuery } from './aggregate.ts'
import { type Command, type Context, filterField, targetName } from './context.ts'
import { findQuery } from './find.ts'

/** Returns the command to explain and its query. */
function explained(context: Context): { inner: Context; query: Query | undefined } {
  const wanted = context.body.get('explain')
  if (!isDoc(wanted)) fail('TypeMismatch', "'explain' must contain the command to explain")
  const command = wanted.keys().next().value ?? ''
  const inner: Context = { ...context, command, body: wanted }
  if (command === 'find') return { inner, query: findQuery(inner).query }
  if (command === 'aggregate') {
    const stages = wanted.get('pipeline')
    return { inner, query: pipelineQuery(inner, isArray(stages) ? stages : []) }
  }
  const statements = wanted.get(command === 'delete' ? 'deletes' : 'updates')
  const first = isArray(statements) ? statements[0] : undefined
  const filter =
    command === 'count' || command === 'distinct' || command === 'findAndModify'
      ? filterField(wanted, 'query')
      : (command === 'update' || command === 'delete') && isDoc(first)
        ? filterField(first, 'q')
        : unsupported(`explain of '${command}'`)
  const collection = context.engine.catalogue.find(context.db, targetName(inner))
  return { inner, query: collection && { collection, filter } }
}

async function explain(context: Context): Promise<Reply> {
  const verbosity = context.body.get('verbosity') ?? 'allPlansExecution'
  const { inner, query } = explained(context)
  const name = targetName(inner)
  const planner = (plan: Doc): Doc =>
    reply(
      ['namespace', `${context.db}.${name}`],
      ['indexFilterSet', false],
      ['parsedQuery', query?.filter ?? new Map()],
      ['winningPlan', plan],
      ['rejectedPlans', []],
    )
  if (query === undefined) return withStatistics(planner(reply(['stage', 'EOF'])), undefined, verbosity)
  compileMatch(query.filter)
  const plan = planFor(inner.view, query)
  const statistics: Statistics = { keysExamined: 0, docsExamined: 0 }
  const started = performance.now()
  let returned = 0
  if (verbosity !== 'queryPlanner') {
    const watched = { ...query, statistics }
    if (inner.command === 'count') await countMatches(inner.view, watched)
    else for await (const batch of runQuery(inner.view, watched, plan)) returned += batch.length
  }
  const execution = reply(
    ['executionSuccess', true],
    ['nReturned', new Int32(returned)],
    ['executionTimeMillis', new Int32(Math.round(performance.now() - started))],
    ['totalKeysExamined', new Int32(statistics.keysExamined)],
    ['totalDocsExamined', new Int32(statistics.docsExamined)],
  )
  return withStatistics(planner(stages(plan, query)), execution, verbosity)
}

function withStatistics(planner: Doc, execution: Doc | undefined, verbosity: Value): Reply {
  const answer = reply(['explainVersion', '1'], ['queryPlanner', planner])
  if (verbosity !== 'queryPlanner' && execution !== undefined) answer.set('executionStats', execution)
  answer.set('serverInfo', reply(['version', '7.0.0']))
  return answer
}

/** Returns the plan in MongoDB's format, for example LIMIT, SKIP and SORT above FETCH above IXSCAN, or COLLSCAN. */
function stages(plan: Plan, query: Query): Doc {
  let stage = access(plan, query)
  const hasSort = query.sort !== undefined && query.sort.size > 0 && !query.sort.has('$natural')
  if (hasSort && !plan.sorts) {
    stage = reply(
      ['stage', 'SORT'],
      ['sortPattern', query.sort!],
      ['memLimit', new Int32(104857600)],
      ['type', 'simple'],
      ['inputStage', stage],
    )
  }
  if (query.skip !== undefined && query.skip > 0) {
    stage = reply(['stage', 'SKIP'], ['skipAmount', Long.fromNumber(query.skip)], ['inputStage', stage])
  }
  if (query.limit !== undefined && query.limit > 0) {
    stage = reply(['stage', 'LIMIT'], ['limitAmount', Long.fromNumber(query.limit)], ['inputStage', stage])
  }
  return stage
}

function access(plan: Plan, { filter }: Query): Doc {
  if (plan.kind === 'collection') {
    const stage = reply(['stage', 'COLLSCAN'], ['direction', plan.isReverse ? 'backward' : 'forward'])
    return filter.size === 0
      ? stage
      : new Map<string, Value>([['stage', 'COLLSCAN'], ['filter', filter], ...[...stage].slice(1)])
  }
  if (plan.kind === 'union') {
    return reply(
      ['stage', 'FETCH'],
      ['filter', filter],
      ['inputStage', reply(['stage', 'OR'], ['inputStages', plan.plans.map((part) => indexScan(part))])],
    )
  }
  return reply(['stage', 'FETCH'], ['filter', filter], ['inputStage', indexScan(plan)])
}

function indexScan({ index, isReverse, used }: IndexPlan): Doc {
  const bounds: Doc = new Map(
    index.paths.map((path) => [
      path,
      (used.get(path) ?? [])
        .map(({ operator, value }) => `${operator} ${show(value)}`)
        .concat(used.has(path) ? [] : ['[MinKey, MaxKey]']),
    ]),
  )
  return reply(
    ['stage', 'IXSCAN'],
    ['keyPattern', index.key],
    ['indexName', index.name],
    ['isMultiKey', index.isMultikey],
    ['isUnique', index.isUnique],
    ['isSparse', index.isSparse],
    ['isPartial', index.partial !== undefined],
    ['indexVersion', new Double(2)],
    ['direction', isReverse ? 'backward' : 'forward'],
    ['indexBounds', bounds],
  )
}

export const EXPLAIN_COMMANDS: Record<string, Command> = {
  explain: { fields: ['verbosity'], inTransaction: false, run: explain },
}
