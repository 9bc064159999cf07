import type { ConfigOf } from '@wp/config'
import { AppError, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { retryAfterConflict } from '@wp/mongo'
import { createOutbound } from '@wp/outbound'
import type { Outbound } from '@wp/outbound'
import type { labsConfig } from '../config.ts'
import type { LabsDeps } from '../deps.ts'
import { Design } from './design-result.contract.ts'
import { publishDesignResultChanged } from './design-result.events.ts'
import { checkDesign } from './design-result.rules.ts'
import type { StoredDesignResult } from './design-result.store.ts'

/** The outside catalogue, at the address that the operator configured. */
export type DesignSource = { url: string; outbound: Outbound }

const timeoutMs = 5_000
const maxBytes = 1024 * 1024

export const createDesignSource = ({
  designResultUrl: url,
}: ConfigOf<typeof labsConfig>): DesignSource | null =>
  url === undefined
    ? null
    : // The operator's own address is trusted, wherever it is; redirects are not followed.
      { url, outbound: createOutbound({ allowedHosts: [new URL(url).host], timeoutMs, maxBytes }) }

type DesignDeps = Pick<LabsDeps, 'db' | 'designResults' | 'designSource' | 'logger'>

/** The design that is stored, or else that of the outside catalogue, which is stored once; NOT_FOUND whyever there is none. */
export const fetchDesignResult = async (
  deps: DesignDeps,
  workspaceId: Id,
  testId: number,
): Promise<StoredDesignResult> => {
  const known = await deps.designResults.find(workspaceId, testId)
  if (known) return known
  const design = await askSource(deps, testId)
  if (!design) throw notFound('Design result')
  try {
    return await deps.db.transaction(async (tx) => {
      const stored = await deps.designResults.insert(workspaceId, testId, design)
      publishDesignResultChanged(tx, stored)
      return stored
    })
  } catch (error) {
    // Somebody else was faster.
    if (error instanceof AppError && error.code === 'CONFLICT')
      return deps.designResults.get(workspaceId, testId)
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

/** Null where there is no source, it fails, or what it says is no design; the log says why. */
const askSource = async (
  { designSource, logger }: Pick<DesignDeps, 'designSource' | 'logger'>,
  testId: number,
): Promise<Design | null> => {
  if (!designSource) {
    logger.info({ testId }, 'no outside catalogue of design results is configured')
    return null
  }
  try {
    const { url, outbound } = designSource
    const reply = await outbound.request({ url: `${url.replace(/\/$/, '')}/${testId}`, method: 'GET' })
    if (reply.status !== 200) throw new Error(`The catalogue answered ${reply.status}`)
    const design = Design.parse(JSON.parse(reply.body.toString('utf8')))
    checkDesign(design)
    return design
  } catch (error) {
    logger.warn({ err: error, testId }, 'the outside catalogue gave no design result')
    return null
  }
}
