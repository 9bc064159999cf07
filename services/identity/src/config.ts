import { defineConfig, secretSetting, setting } from '@wp/config'
import { z } from 'zod'
import { leastMemoryKib } from './crypto/password-hashing.ts'

const limit = (usual: number, description: string) =>
  setting(z.coerce.number().int().min(1).default(usual), description)

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
  KEY_ROTATION_DAYS: setting(
    z.coerce.number().int().min(0).max(3650).default(90),
    'A new key signs access tokens after this many days; 0 only by hand',
  ),
  KEY_ACTIVATION_SECONDS: setting(
    z.coerce.number().int().min(0).max(86_400).default(600),
    'A new key is published this long before it signs; longer than verifiers remember keys (300 s)',
  ),
  PASSWORD_HASH_MEMORY_KIB: setting(
    z.coerce.number().int().min(64).max(1_048_576).default(leastMemoryKib),
    `Memory that hashing a password takes (argon2id, two passes); production refuses less than ${leastMemoryKib}`,
  ),
  LOGIN_FAILURES_PER_ACCOUNT_AND_ADDRESS: limit(
    10,
    'Wrong passwords in 15 minutes for one account from one address',
  ),
  LOGIN_FAILURES_PER_ACCOUNT: limit(100, 'Wrong passwords in 15 minutes for one account'),
  LOGIN_FAILURES_PER_ADDRESS: limit(200, 'Wrong passwords in 15 minutes from one address'),
  MFA_FAILURES_PER_ACCOUNT: limit(30, 'Wrong second-factor codes in 15 minutes for one account'),
  BOOTSTRAP_FAILURES_PER_ADDRESS: limit(10, 'Wrong bootstrap tokens in 15 minutes from one address'),
  INVITATIONS_PER_RECIPIENT: limit(5, 'Invitations to one email address in an hour'),
  INVITATIONS_PER_WORKSPACE: limit(50, 'Invitations of one workspace in a day'),
  SMS_PER_ADDRESS: limit(60, 'SMS that callers from one address can make us send in an hour'),
  SMS_IN_ALL: limit(2000, 'SMS in an hour, whoever asks for them'),
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
