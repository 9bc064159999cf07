// G5: the cost of checking a cached token or API key against the revocation list, compared with verifying a token with
// jose. CPU time of this process.
import {
  createRevocationList,
  createSigner,
  createVerifier,
  newApiKey,
  newKeyPair,
  remoteKeys,
} from '@wp/auth'
import { hashSecret, newId, systemClock } from '@wp/kernel'
import { createLogger } from '@wp/telemetry'
import { importJWK, jwtVerify } from 'jose'
import { openApiKeys } from '../../services/gateway/src/tokens/api-keys.ts'
import { alternate, ratio, report } from './measure.ts'

const tokensCount = 1_000
const warmCalls = Number(process.env.BENCH_WARM ?? 200_000)
const joseCalls = Number(process.env.BENCH_JOSE ?? 2_000)
const clock = systemClock
const common = { issuer: 'bench', audience: 'bench', clock }

const pair = await newKeyPair()
const revocations = createRevocationList({ clock })
revocations.touch()
setInterval(() => revocations.touch(), 500).unref()
const keys = remoteKeys({ fetch: async () => ({ keys: [pair.publicJwk] }), clock })
const verifier = createVerifier({ keys, revocations, ...common })
const signer = createSigner({ keys: { current: () => pair }, ...common })
const accountId = newId()
const tokens = await Promise.all(
  Array.from({ length: tokensCount }, async () => {
    const subject = {
      kind: 'workspace',
      accountId,
      workspaceId: newId(),
      role: 'staff',
      permissions: ['holidays.manage', 'clients.view'],
      staffId: newId(),
      sessionId: newId(),
    } as const
    return (await signer.sign(subject)).token
  }),
)
// As many revocations as on a busy day. None matches the tokens above, so every check searches all parts of
// the list.
for (let index = 0; index < 10_000; index += 1)
  revocations.apply({ kind: 'session', sessionId: newId(), at: new Date() })
for (let index = 0; index < 1_000; index += 1)
  revocations.apply({ kind: 'outdated', accountId: newId(), at: new Date() })

// A token read from a header is a new string whose hash V8 has not computed yet.
const fresh = tokens.map((token) => Buffer.from(token))
const tokenAt = (index: number): string => fresh[index % tokensCount]!.toString('latin1')

const cpuMicrosPer = async (count: number, work: (index: number) => unknown): Promise<number> => {
  const before = process.cpuUsage()
  for (let index = 0; index < count; index += 1) await work(index)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

const warm = (): Promise<number> => {
  for (const token of tokens) if (!verifier.getCached(token)) throw new Error('the tokens are not warm')
  return cpuMicrosPer(
    warmCalls,
    (index) => verifier.getCached(tokenAt(index)) ?? verifier.verify(tokenAt(index)),
  )
}

// Each key has its own token, like those that identity issues, and may be used from any address.
const apiKeys = Array.from({ length: tokensCount }, newApiKey)
const tokenByHash = new Map(apiKeys.map((apiKey, index) => [hashSecret(apiKey), tokens[index]!]))
const keyTokens = openApiKeys({
  exchange: async (hash) => ({ token: tokenByHash.get(hash)!, allowedNetworks: [] }),
  verifier,
  clock,
  logger: createLogger({ service: 'bench', level: 'silent' }),
})
const freshKeys = apiKeys.map((apiKey) => Buffer.from(apiKey))
const accessAt = (index: number) =>
  keyTokens.access(freshKeys[index % tokensCount]!.toString('latin1'), '203.0.113.7')
const warmKeys = async (): Promise<number> => {
  for (let index = 0; index < tokensCount; index += 1) await accessAt(index)
  return cpuMicrosPer(warmCalls, accessAt)
}

const key = await importJWK(pair.publicJwk, 'ES256')
const jose = (): Promise<number> =>
  cpuMicrosPer(joseCalls, (index) =>
    jwtVerify(tokenAt(index), key, { algorithms: ['ES256'], issuer: 'bench', audience: 'bench' }),
  )

const warmTokens = async (): Promise<void> => {
  for (const token of tokens) await verifier.verify(token)
}

await warmTokens()
await jose()
await warm()
await warmKeys()
const results = await alternate({
  'jose ES256 verification': jose,
  'cached token with revocation check': async () => {
    await warmTokens()
    return warm()
  },
  'cached API key with revocation check': async () => {
    await warmTokens()
    return warmKeys()
  },
})
await report({
  id: 'auth',
  title: 'Checking a cached token or API key against the revocation list',
  unit: 'µs CPU per request',
  results,
  goals: [
    {
      goal: 'G5 cached token / jose verification',
      value: ratio(results['cached token with revocation check'], results['jose ES256 verification']),
      atMost: 0.02,
    },
    {
      goal: 'G5 cached API key / jose verification',
      value: ratio(results['cached API key with revocation check'], results['jose ES256 verification']),
      atMost: 0.02,
    },
  ],
})

revocations.apply({ kind: 'account', accountId, at: new Date() })
const refused = await Promise.all(
  tokens.map((token) =>
    verifier.verify(token).then(
      () => false,
      () => true,
    ),
  ),
)
if (!refused.every(Boolean)) {
  console.error('a revoked token was accepted')
  process.exitCode = 1
}
