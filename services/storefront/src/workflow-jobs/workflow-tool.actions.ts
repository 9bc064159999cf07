import { ConfigError } from '@wp/config'
import type { ConfigOf } from '@wp/config'
import { createOutbound } from '@wp/outbound'
import type { Outbound } from '@wp/outbound'
import type { Logger } from '@wp/telemetry'
import type { storefrontConfig } from '../config.ts'

/** The workflow tool that creates marketing posts, at the configured URL. */
export type WorkflowTool = {
  url: string
  secret: string
  publicUrl: string
  outbound: Outbound
  logger: Logger
}

const callTimeoutMs = 10_000
const maxReplyBytes = 64 * 1024

/** Returns the configured tool or null. Throws at startup when the secret for signing calls is missing. */
export const createWorkflowTool = (
  config: ConfigOf<typeof storefrontConfig> & { readonly publicUrl: string },
  logger: Logger,
): WorkflowTool | null => {
  const { workflowUrl: url, workflowSecret: secret, workflowAllowedHosts: allowedHosts, publicUrl } = config
  if (url === undefined) return null
  if (secret === undefined) throw new ConfigError(['WORKFLOW_SECRET: must be set when WORKFLOW_URL is set'])
  const outbound = createOutbound({ allowedHosts, timeoutMs: callTimeoutMs, maxBytes: maxReplyBytes })
  return { url, secret: secret.reveal(), publicUrl, outbound, logger }
}
