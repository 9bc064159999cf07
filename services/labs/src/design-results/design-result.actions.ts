import { isConflict, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { retryAfterConflict } from '@wp/mongo'
import type { LabsDeps } from '../deps.ts'
import type { Design } from './design-result.contract.ts'
import { publishDesignResultChanged } from './design-result.events.ts'
import { checkDesign } from './design-result.rules.ts'
import type { StoredDesignResult } from './design-result.store.ts'
import { askDesignSource } from './design-source.actions.ts'

type DesignDeps = Pick<LabsDeps, 'db' | 'designResults' | 'designSource' | 'logger'>

/** The design that is stored, or else that of the outside catalogue, which is stored once; NOT_FOUND whyever there is none. */
export const fetchDesignResult = async (
  deps: DesignDeps,
  workspaceId: Id,
  testId: number,
): Promise<StoredDesignResult> => {
  const known = await deps.designResults.find(workspaceId, testId)
  if (known) return known
  const design = await askDesignSource(deps.designSource, testId, deps.logger)
  if (!design) throw notFound('Design result')
  try {
    return await deps.db.transaction(async (tx) => {
      const stored = await deps.designResults.insert(workspaceId, testId, design)
      publishDesignResultChanged(tx, stored)
      return stored
    })
  } catch (error) {
    // Somebody else was faster.
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
