import type { SourceFile } from './boundaries.ts'

/**
 * Files that may create random values themselves, and why. All other secrets must come from `newSecret` or
 * `newSecretId` in `@wp/kernel`.
 */
const ownRandomness: Record<string, string> = {
  'libs/kernel/src/secrets.ts': 'creates the secrets',
  'libs/auth/src/api-keys.ts': 'creates API keys, which have their own format',
  'libs/kernel/src/sealing.ts': 'initialization vectors',
  'libs/kernel/src/ids.ts': 'ids are not secret',
  'libs/kernel/src/random-hex.ts': 'parts of event and trace ids',
  'libs/mongo/src/leases.ts': 'id of a lease holder',
  'libs/mongo/src/idempotency.ts': 'id of a lease holder',
  'libs/mongo/src/sealed-replies.ts': 'initialization vectors',
  'libs/http/src/http-context.ts': 'request ids',
  'libs/client/src/client.ts': 'idempotency keys; the client has no dependencies',
  'libs/embedded-mongo/src/authentication/scram.ts': 'a salt and nonces of SCRAM lengths',
  'libs/embedded-mongo/src/storage/catalogue.ts': 'ids of collections',
  'services/identity/src/crypto/backup-codes.ts': 'codes that people type, with limited attempts',
  'services/identity/src/mfa/mfa-code.actions.ts': 'codes that people type, with limited attempts',
  'libs/local-platform/src/keys.ts': 'keys of a fixed length',
  'libs/local-platform/src/mongod.ts': 'a key of a fixed length',
  'libs/local-platform/src/credentials/make-credentials.ts':
    'a password; loading the kernel would slow down npm start',
}

const randomSource = /\b(randomBytes|randomUUID|randomInt|getRandomValues|webcrypto)\b/
/** Finds variables named like a secret that contain a guessable id from `newId`. */
const guessable = /\b\w*(?:token|secret|challenge|password|credential|nonce)\w*\s*[:=]\s*newId\(/i

/** Returns secrets that are not created by newSecret or newSecretId, one line each. */
export const ownSecrets = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^(libs|services|deploy)\/[^/]+\/src\//.test(path) && !path.endsWith('.test.ts'))
    .filter(({ path }) => !path.startsWith('libs/testing/'))
    .flatMap(({ path, text }) => [
      ...(randomSource.test(text) && !(path in ownRandomness)
        ? [`${path}: creates random bytes; use newSecret or newSecretId of @wp/kernel`]
        : []),
      ...(guessable.test(text) ? [`${path}: newId() can be guessed; use newSecretId`] : []),
    ])
