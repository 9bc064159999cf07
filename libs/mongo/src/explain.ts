/** The database's plan for a query. */
export type Explanation = {
  /** The stages of the winning plan, outermost first, for example FETCH, IXSCAN. */
  stages: string[]
  indexes: string[]
  keysExamined: number | null
  docsExamined: number | null
  returned: number | null
}

/** Throws when the query scans the whole collection or, unless `allowSort` is set, sorts in memory. */
export const assertIndexed = (explanation: Explanation, options: { allowSort?: boolean } = {}): void => {
  const { stages } = explanation
  const shown = stages.join(' < ')
  if (stages.includes('COLLSCAN'))
    throw new Error(
      `The query reads the whole collection (${shown}); declare an index that starts with its fields`,
    )
  if (!options.allowSort && stages.includes('SORT'))
    throw new Error(`The query sorts in memory (${shown}); end the index with the sort fields`)
}

type Node = { [key: string]: unknown }

/** Returns the plan in an explain reply from MongoDB or the embedded database. */
export const explanationOf = (reply: unknown): Explanation => {
  const root = asNode(reply)
  const planner = asNode(root['queryPlanner'])
  const plan = asNode(planner['winningPlan'])
  const statistics = asNode(root['executionStats'])
  const stages: string[] = []
  const indexes: string[] = []
  const visit = (node: Node): void => {
    if (typeof node['stage'] === 'string') stages.push(node['stage'])
    if (typeof node['indexName'] === 'string') indexes.push(node['indexName'])
    for (const child of [
      node['winningPlan'],
      node['queryPlan'],
      node['inputStage'],
      node['inputStages'],
      node['shards'],
    ])
      for (const each of Array.isArray(child) ? child : [child]) if (isNode(each)) visit(each)
  }
  visit(plan)
  return {
    stages,
    indexes,
    keysExamined: numberOrNull(statistics['totalKeysExamined']),
    docsExamined: numberOrNull(statistics['totalDocsExamined']),
    returned: numberOrNull(statistics['nReturned']),
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const asNode = (value: unknown): Node => (isNode(value) ? value : {})
const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)
