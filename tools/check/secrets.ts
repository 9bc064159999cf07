import type { SourceFile } from './boundaries.ts'

/**
 * Files that make random bytes which nobody has to keep secret by guessing, or whose length an algorithm sets. Everything
 * else that has to be unguessable comes from `newSecret` and `newSecretId` of `@wp/kernel`.
 */
const ownRandomness: Record<string, string> = {
  'libs/kernel/src/secrets.ts': 'makes the secrets',
  'libs/kernel/src/ids.ts': 'ids, which are no secrets',
  'libs/kernel/src/random-hex.ts': 'parts of ids of events and traces',
  'libs/mongo/src/leases.ts': 'names a holder',
  'libs/mongo/src/idempotency.ts': 'names a holder',
  'libs/http/src/http-context.ts': 'request ids',
  'libs/client/src/client.ts': 'idempotency keys, which are no secrets',
  'libs/embedded-mongo/src/authentication/scram.ts': 'a salt and nonces, of the lengths that SCRAM wants',
  'libs/embedded-mongo/src/storage/catalogue.ts': 'ids of collections',
  'services/identity/src/crypto/sealing.ts': 'initialisation vectors',
  'services/identity/src/crypto/backup-codes.ts': 'codes that people type, limited in tries',
  'services/identity/src/mfa/mfa-code.actions.ts': 'codes that people type, limited in tries',
  'libs/local-platform/src/keys.ts': 'keys of a set length',
  'libs/local-platform/src/mongod.ts': 'a key of a set length',
  'libs/local-platform/src/credentials/make-credentials.ts':
    'a password; the kernel would make npm start slower by what else it loads',
}

const randomSource = /\b(randomBytes|randomUUID|randomInt|getRandomValues|webcrypto)\b/
/** An id of time, process and counter under the name of a secret. */
const guessable = /\b\w*(?:token|secret|challenge|password|credential|nonce)\w*\s*[:=]\s*newId\(/i

/** Secrets that are not made by the one function for them, one line each. */
export const ownSecrets = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^(libs|services|deploy)\/[^/]+\/src\//.test(path) && !path.endsWith('.test.ts'))
    .filter(({ path }) => !path.startsWith('libs/testing/'))
    .flatMap(({ path, text }) => [
      ...(randomSource.test(text) && !(path in ownRandomness)
        ? [
            `${path}: makes random bytes of its own; secrets are made by newSecret or newSecretId of @wp/kernel`,
          ]
        : []),
      ...(guessable.test(text) ? [`${path}: newId() can be guessed; secrets are made by newSecretId`] : []),
    ])
