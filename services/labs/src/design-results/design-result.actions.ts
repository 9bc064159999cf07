import { isConflict, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { retryAfterConflict } from '@wp/mongo'
import type { LabsDeps } from '../deps.ts'
import type { Design } from './design-result.contract.ts'
import { publishDesignResultChanged } from './design-result.events.ts'
import { checkDesign, compiledBytes, compileDesign, evaluateDesign } from './design-result.rules.ts'
import type { CompiledDesign } from './design-result.rules.ts'
import { revisionOf } from './design-result.store.ts'
import type { StoredDesignResult } from './design-result.store.ts'
import { fetchDesign } from './design-source.actions.ts'

type DesignDeps = Pick<LabsDeps, 'db' | 'designResults' | 'designSource' | 'logger'>

/**
 * Returns the stored design, or fetches it from the external catalog and stores it. Throws NOT_FOUND when it cannot
 * be fetched.
 */
export const fetchDesignResult = async (
  deps: DesignDeps,
  workspaceId: Id,
  testId: number,
): Promise<StoredDesignResult> => {
  const stored = await deps.designResults.find(workspaceId, testId)
  if (stored) return stored
  const design = await fetchDesign(deps.designSource, testId, deps.logger)
  if (!design) throw notFound('Design result')
  try {
    return await deps.db.transaction(async (tx) => {
      const created = await deps.designResults.insert(workspaceId, testId, design)
      publishDesignResultChanged(tx, created)
      return created
    })
  } catch (error) {
    // A concurrent request stored the design first.
    if (isConflict(error)) return deps.designResults.get(workspaceId, testId)
    throw error
  }
}

export const putDesignResult = (
  { db, designResults }: Pick<DesignDeps, 'db' | 'designResults'>,
  workspaceId: Id,
  testId: number,
  design: Design,
): Promise<StoredDesignResult> => {
  checkDesign(design)
  return retryAfterConflict(() =>
    db.transaction(async (tx) => {
      const stored = await designResults.put(workspaceId, testId, design)
      publishDesignResultChanged(tx, stored)
      return stored
    }),
  )
}

/** Calculates rows and comments from the given values. */
export const evaluateDesignResult = async (
  deps: Pick<LabsDeps, 'designResults' | 'compiledDesigns'>,
  workspaceId: Id,
  testId: number,
  values: Record<string, number>,
) => evaluateDesign(await getCompiled(deps, workspaceId, testId), values)

/** Parsing is the most expensive part of an evaluation, so the parsed form is kept in memory. */
const getCompiled = async (
  { designResults, compiledDesigns }: Pick<LabsDeps, 'designResults' | 'compiledDesigns'>,
  workspaceId: Id,
  testId: number,
): Promise<CompiledDesign> => {
  const key = `${workspaceId} ${testId}`
  const revision = await designResults.findRevision(workspaceId, testId)
  const known = revision === null ? null : compiledDesigns.find(key, revision)
  if (known) return known
  const stored = await designResults.get(workspaceId, testId)
  const design = compileDesign(stored)
  compiledDesigns.put(key, { revision: revisionOf(stored), design, bytes: compiledBytes(stored) })
  return design
}
