import { commaList, defineConfig, secretSetting, setting } from '@wp/config'
import { z } from 'zod'

/** Settings specific to storefront, in addition to those that all services share. */
export const storefrontConfig = defineConfig({
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
  DNS_SERVERS: setting(
    commaList,
    "DNS servers (192.0.2.1 or 192.0.2.1:53, comma-separated) used to verify domains; defaults to the system's",
  ),
})
