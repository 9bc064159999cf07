import { commaList, defineConfig, secretSetting, setting } from '@wp/config'
import { fileSettings } from '@wp/files'
import { z } from 'zod'

const limit = (standard: number) => z.coerce.number().min(0.001).default(standard)

/** Settings specific to storefront, in addition to those that all services share. */
export const storefrontConfig = defineConfig({
  ...fileSettings('.data/storefront'),
  WORKFLOW_URL: setting(
    z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
    'URL of the workflow tool that creates marketing posts; without it, jobs wait for callbacks',
  ),
  WORKFLOW_SECRET: secretSetting(
    z.string().min(1).optional(),
    'Secret (whsec_…) that signs calls to the workflow tool (Standard Webhooks)',
  ),
  WORKFLOW_ALLOWED_HOSTS: setting(
    commaList,
    'Hosts (tool.internal or tool.internal:8080, comma-separated) that may be called although they are not public',
  ),
  CALLBACK_KEY_REQUIRED: setting(
    z.stringbool().default(false),
    'true rejects progress callbacks without the key in the callback URL that the workflow tool received',
  ),
  CALLBACKS_PER_JOB: setting(limit(600), 'Progress updates that a job accepts per hour'),
  CALLBACK_MB_PER_JOB: setting(limit(4), 'Size of the progress updates that a job accepts per hour, in MiB'),
  CALLBACKS_PER_WORKSPACE: setting(
    limit(10_000),
    'Progress updates that all jobs of a workspace accept per day',
  ),
  CALLBACK_MB_PER_WORKSPACE: setting(
    limit(32),
    'Size of the progress updates that all jobs of a workspace accept per day, in MiB',
  ),
  DNS_SERVERS: setting(
    commaList,
    "DNS servers (192.0.2.1 or 192.0.2.1:53, comma-separated) used to verify domains; defaults to the system's",
  ),
})
