import type { ConfigOf } from '@wp/config'
import { createOutbound } from '@wp/outbound'
import type { Outbound } from '@wp/outbound'
import type { Logger } from '@wp/telemetry'
import type { labsConfig } from '../config.ts'
import { Design } from './design-result.contract.ts'
import { checkDesign } from './design-result.rules.ts'

/** The external catalog of designs. */
export type DesignSource = { url: string; outbound: Outbound }

const timeoutMs = 5_000
const maxBytes = 1024 * 1024

export const createDesignSource = ({
  designResultUrl: url,
}: ConfigOf<typeof labsConfig>): DesignSource | null =>
  url === undefined
    ? null
    : // The operator configured this URL, so internal addresses are allowed; redirects are not followed.
      { url, outbound: createOutbound({ allowedHosts: [new URL(url).host], timeoutMs, maxBytes }) }

/** Returns null and logs the reason when no catalog is configured, it fails or its reply is not a valid design. */
export const fetchDesign = async (
  designSource: DesignSource | null,
  testId: number,
  logger: Logger,
): Promise<Design | null> => {
  if (!designSource) {
    logger.info({ testId }, 'could not fetch a design result because no external catalog is configured')
    return null
  }
  try {
    const { url, outbound } = designSource
    const reply = await outbound.request({ url: `${url.replace(/\/$/, '')}/${testId}`, method: 'GET' })
    if (reply.status !== 200) throw new Error(`The catalog answered with status ${reply.status}`)
    const design = Design.parse(JSON.parse(reply.body.toString('utf8')))
    checkDesign(design)
    return design
  } catch (error) {
    logger.warn(
      { err: error, testId },
      'could not fetch a design result from the external catalog; returned 404',
    )
    return null
  }
}
