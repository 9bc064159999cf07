import { defineConfig, secretSetting, setting } from '@wp/config'
import { z } from 'zod'

/** Identity's own settings, beside those that every service has. Secrets may come from files: `<KEY>_FILE`. */
export const identityConfig = defineConfig({
  SIGNING_KEYS: secretSetting(
    z.string().min(1),
    'Private keys of access tokens as a JWK set (ES256); the first signs until the first rotation',
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
  SMTP_URL: secretSetting(
    z.url({ protocol: /^smtps?$/ }).optional(),
    'Mail server, such as smtps://user:password@host:465; without it no mail leaves',
  ),
  MAIL_FROM: setting(z.string().default('no-reply@localhost'), 'Sender of mails'),
  TWILIO_ACCOUNT_SID: setting(
    z.string().min(1).optional(),
    'Account at the SMS provider; without it no SMS leaves',
  ),
  TWILIO_AUTH_TOKEN: secretSetting(z.string().min(1).optional(), 'Its secret'),
  TWILIO_FROM: setting(z.string().min(1).optional(), 'Number that SMS come from'),
  TWILIO_API_URL: setting(z.url().default('https://api.twilio.com'), 'Address of the SMS provider'),
})
