import { ConfigError } from '@wp/config'
import type { ConfigOf } from '@wp/config'
import { createOutbound } from '@wp/outbound'
import type { Outbound } from '@wp/outbound'
import type { Logger } from '@wp/telemetry'
import type { storefrontConfig } from '../config.ts'

/** The tool that makes marketing posts, at the address that the operator configured. */
export type WorkflowTool = {
  url: string
  secret: string
  publicUrl: string
  outbound: Outbound
  logger: Logger
}

const callTimeoutMs = 10_000
const maxReplyBytes = 64 * 1024

/** The configured tool, or null; fails at start when its calls could not be signed. */
export const createWorkflowTool = (
  config: ConfigOf<typeof storefrontConfig> & { readonly publicUrl: string },
  logger: Logger,
): WorkflowTool | null => {
  const { workflowUrl: url, workflowSecret: secret, workflowAllowedHosts: allowedHosts, publicUrl } = config
  if (url === undefined) return null
  if (secret === undefined) throw new ConfigError(['WORKFLOW_SECRET: is not set, and WORKFLOW_URL is'])
  const outbound = createOutbound({ allowedHosts, timeoutMs: callTimeoutMs, maxBytes: maxReplyBytes })
  return { url, secret: secret.reveal(), publicUrl, outbound, logger }
}
