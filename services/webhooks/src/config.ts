import { commaList, defineConfig, secretSetting, setting } from '@wp/config'
import { z } from 'zod'

/** Settings of webhooks, in addition to those of every service. */
export const webhooksConfig = defineConfig({
  ENCRYPTION_KEYS: secretSetting(
    z.string().min(1),
    'Keys to encrypt the secrets of endpoints: {"current": id, "keys": {id: 32 bytes in base64}}',
  ),
  WEBHOOK_ALLOWED_HOSTS: setting(
    commaList,
    'Hosts (tool.internal or tool.internal:8080, comma-separated) that may be called although they are not public',
  ),
  WEBHOOK_TIMEOUT_MS: setting(
    z.coerce.number().int().min(100).max(60_000).default(15_000),
    'Milliseconds that an endpoint has to answer',
  ),
})
