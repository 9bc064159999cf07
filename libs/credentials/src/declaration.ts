import { z } from 'zod'

const ServiceName = z.string().regex(/^[a-z]+(-[a-z]+)*$/, 'must be words in lower case, joined by -')

/** `read`: all keys; `own-keys`: writes the keys that begin with its name; `all-keys`: writes and reads any. */
const BucketUse = z.enum(['read', 'own-keys', 'all-keys'])

/**
 * What a service uses of the others, `services/<name>/service.json`. Keys, the permissions of NATS and, in a cluster, the
 * network policies come from it; a service that uses more does not start, or is refused.
 */
export const ServiceDeclaration = z.strictObject({
  /** It has a database of its own. */
  database: z.boolean(),
  /** The methods that it calls over gRPC, by service. */
  calls: z.record(ServiceName, z.array(z.string().regex(/^[A-Z][A-Za-z]+$/)).min(1)),
  /** The services whose events it reads, its own among them if it does. */
  follows: z.array(ServiceName),
  /** The buckets of the key-value store that it opens. */
  buckets: z.record(z.string().regex(/^[a-z-]+$/), BucketUse),
  /** It lists the dead letters of all services, and publishes their events again. */
  redrivesDeadLetters: z.boolean().default(false),
})
export type ServiceDeclaration = z.output<typeof ServiceDeclaration>
