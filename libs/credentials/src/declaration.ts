import { z } from 'zod'

const ServiceName = z.string().regex(/^[a-z]+(-[a-z]+)*$/, 'must be lowercase words joined by -')

/**
 * `read`: reads all keys; `own-keys`: only writes the key with the service's name and keys that begin with this name
 * and a dot; `read-and-own-keys`: both; `all-keys`: reads and writes all keys.
 */
const BucketUse = z.enum(['read', 'own-keys', 'read-and-own-keys', 'all-keys'])

const Permission = z.string().regex(/^[a-z]+(\.[a-z]+)+$/, 'must be words joined by dots, such as tasks.view')

/** A path; with `/*` at the end, the path and everything below it. Parameters are written `:name`. */
const ClaimedPath = z
  .string()
  .regex(/^\/(?:[^*\s]*[^*/\s])?(?:\/\*)?$/, 'must be a path such as /signup or /auth/*')

/**
 * Declares what a service uses and which paths it serves (`services/<name>/service.json`). Keys, NATS
 * permissions and network policies are generated from it. A service that uses anything else does not start,
 * or its calls are rejected.
 */
export const ServiceDeclaration = z.strictObject({
  /** Whether the service has its own database. */
  database: z.boolean(),
  /** The gRPC methods that the service calls, by service. */
  calls: z.record(ServiceName, z.array(z.string().regex(/^[A-Z][A-Za-z]+$/)).min(1)),
  /** The services whose events it consumes; includes its own name if it consumes its own events. `*`: all services. */
  follows: z.array(ServiceName.or(z.literal('*'))),
  /** The key-value buckets that it opens. */
  buckets: z.record(z.string().regex(/^[a-z-]+$/), BucketUse),
  /** The paths under /v1 that it may serve. */
  routes: z.array(ClaimedPath).default([]),
  /** The paths outside /v1 that it may serve. */
  rootPaths: z.array(ClaimedPath).default([]),
  /** The paths under /v1 where it may accept WebSockets. */
  upgrades: z.array(ClaimedPath).default([]),
  /** The permissions of workspaces that it introduces, with their labels; other services can use them too. */
  permissions: z.record(Permission, z.string().min(1)).default({}),
  /** Whether it lists all services' dead letters and republishes their events. */
  redrivesDeadLetters: z.boolean().default(false),
})
export type ServiceDeclaration = z.output<typeof ServiceDeclaration>
