import { commaList, defineConfig, secretSetting, setting } from '@wp/config'
import { z } from 'zod'

/** The service's own settings, beside those that every service has. */
export const storefrontConfig = defineConfig({
  WORKFLOW_URL: setting(
    z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
    'Address of the workflow tool that makes marketing posts; without it jobs wait for callbacks',
  ),
  WORKFLOW_SECRET: secretSetting(
    z.string().min(1).optional(),
    'Secret (whsec_…) that calls to the workflow tool are signed with, by Standard Webhooks',
  ),
  WORKFLOW_ALLOWED_HOSTS: setting(
    commaList,
    'Hosts (tool.internal or tool.internal:8080, comma-separated) that may be called though they are not public',
  ),
  DNS_SERVERS: setting(
    commaList,
    "Servers (192.0.2.1 or 192.0.2.1:53, comma-separated) that domains are verified by; the system's by default",
  ),
})
