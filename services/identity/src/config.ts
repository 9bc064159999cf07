import { defineConfig, secretSetting, setting } from '@wp/config'
import { z } from 'zod'
import { minMemoryKib } from './crypto/password-hashing.ts'

const limit = (defaultValue: number, description: string) =>
  setting(z.coerce.number().int().min(1).default(defaultValue), description)

/** Settings of the identity service, in addition to those shared by all services. */
export const identityConfig = defineConfig({
  SIGNING_KEYS: secretSetting(
    z.string().min(1),
    'Private keys for access tokens as a JWK set (ES256); the first one signs until the first rotation',
  ),
  ENCRYPTION_KEYS: secretSetting(
    z.string().min(1),
    'Keys to encrypt stored secrets: {"current": id, "keys": {id: 32 bytes in base64}}',
  ),
  HMAC_KEY: secretSetting(z.string().min(1), 'Key to digest one-time codes and tokens, 32 bytes in base64'),
  KEY_ROTATION_DAYS: setting(
    z.coerce.number().int().min(0).max(3650).default(90),
    'Days until a new key signs access tokens; 0 means only manual rotation',
  ),
  KEY_ACTIVATION_SECONDS: setting(
    z.coerce.number().int().min(0).max(86_400).default(600),
    'Seconds that a new key is published before it signs; must exceed the 300 s that verifiers cache keys',
  ),
  PASSWORD_HASH_MEMORY_KIB: setting(
    z.coerce.number().int().min(64).max(1_048_576).default(minMemoryKib),
    `Memory to hash a password (argon2id, two passes); at least ${minMemoryKib} in production`,
  ),
  LOGIN_FAILURES_PER_ACCOUNT_AND_ADDRESS: limit(
    10,
    'Wrong passwords per 15 minutes for one account from one address',
  ),
  LOGIN_FAILURES_PER_ACCOUNT: limit(100, 'Wrong passwords per 15 minutes for one account'),
  LOGIN_FAILURES_PER_ADDRESS: limit(200, 'Wrong passwords per 15 minutes from one address'),
  MFA_FAILURES_PER_ACCOUNT: limit(30, 'Wrong second-factor codes per 15 minutes for one account'),
  BOOTSTRAP_FAILURES_PER_ADDRESS: limit(10, 'Wrong bootstrap tokens per 15 minutes from one address'),
  INVITATIONS_PER_RECIPIENT: limit(5, 'Invitations per hour to one email address'),
  INVITATIONS_PER_WORKSPACE: limit(50, 'Invitations per day from one workspace'),
  SMS_PER_ADDRESS: limit(60, 'SMS per hour requested from one address'),
  SMS_IN_ALL: limit(2000, 'SMS per hour in total'),
  BOOTSTRAP_TOKEN: secretSetting(
    z.string().min(1).optional(),
    'Token to create the first admin, at least 16 characters in production; without it, only the command line can create one',
  ),
  SMTP_URL: secretSetting(
    z.url({ protocol: /^smtps?$/ }).optional(),
    'Mail server, such as smtps://user:password@host:465; without it no email is sent',
  ),
  APP_URL: setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'Address of the console, for links in emails to members; by default /console at PUBLIC_URL',
  ),
  CUSTOMER_MESSAGES_PER_MINUTE: limit(
    60,
    'Messages per minute from one workspace to its customers; further ones wait',
  ),
  MAIL_FROM: setting(z.string().default('no-reply@localhost'), 'Address that emails are sent from'),
  TWILIO_ACCOUNT_SID: setting(
    z.string().min(1).optional(),
    'Account at the SMS provider; without it no SMS is sent',
  ),
  TWILIO_AUTH_TOKEN: secretSetting(z.string().min(1).optional(), 'Secret of the account at the SMS provider'),
  TWILIO_FROM: setting(z.string().min(1).optional(), 'Phone number that SMS messages are sent from'),
  TWILIO_API_URL: setting(z.url().default('https://api.twilio.com'), 'Address of the SMS provider'),
})
