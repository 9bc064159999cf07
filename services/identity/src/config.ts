import { defineConfig, secretSetting } from '@wp/config'
import { z } from 'zod'

/** Identity's own settings, beside those that every service has. Secrets may come from files: `<KEY>_FILE`. */
export const identityConfig = defineConfig({
  SIGNING_KEYS: secretSetting(
    z.string().min(1),
    'Private keys of access tokens as a JWK set (ES256); the first signs, the others only verify',
  ),
  ENCRYPTION_KEYS: secretSetting(
    z.string().min(1),
    'Keys of stored secrets: {"current": id, "keys": {id: 32 bytes in base64}}',
  ),
  HMAC_KEY: secretSetting(
    z.string().min(1),
    'Key under which one-time codes and tokens are kept, 32 bytes in base64',
  ),
  BOOTSTRAP_TOKEN: secretSetting(
    z.string().min(1).optional(),
    'Lets its holder make the first admin; without it nobody can',
  ),
})
