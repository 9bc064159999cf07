import type { Id, PageQuery } from '@wp/kernel'
import { collection, onConflict } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { Domain } from './domain.contract.ts'
import { domainTaken } from './domain.rules.ts'

type DomainRecord = Omit<Domain, 'id' | 'createdAt' | 'updatedAt'> & { isVerified: boolean }
export type StoredDomain = TenantDoc<DomainRecord>

export const domainCollection = collection<DomainRecord>(
  'domains',
  'Domain',
  { domain: String, status: String, verificationToken: String, sslStatus: String, isVerified: Boolean },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, domain: 1 }, unique: true }, // one claim per workspace
    { keys: { domain: 1 }, unique: true, partial: { isVerified: true } }, // only a verified claim is exclusive
    { keys: { status: 1, domain: 1 } }, // active domains for the gateway
  ],
  {
    unsharded:
      'Finds the workspace of a domain, which is unique on the whole platform; at most 20 small records per workspace.',
    onePer: 'domain; at most 20 per workspace',
  },
)

export const domainStore = (db: Database) => {
  const domains = db.tenant(domainCollection)
  // Domain names are looked up across workspaces.
  const allDomains = db.global(domainCollection)
  return {
    list: (workspaceId: Id, query: PageQuery) => domains(workspaceId).page({ query }),
    listActive: (workspaceId: Id) => domains(workspaceId).find({ status: 'active' }),
    /** Returns the name of the oldest active domain, or null. */
    findActiveName: async (workspaceId: Id): Promise<string | null> => {
      const [oldest] = await domains(workspaceId).find(
        { status: 'active' },
        { sort: { createdAt: 1, id: 1 }, limit: 1, select: ['domain'] },
      )
      return oldest?.domain ?? null
    },
    count: (workspaceId: Id) => domains(workspaceId).count(),
    get: (workspaceId: Id, id: Id) => domains(workspaceId).get({ id }),
    isProven: (domain: string) => allDomains().exists({ domain, isVerified: true }),
    insert: (workspaceId: Id, domain: Omit<DomainRecord, 'workspaceId'>) =>
      onConflict(() => domains(workspaceId).insert(domain), domainTaken),
    /** Throws CONFLICT when another workspace verified the name first. */
    markVerified: (workspaceId: Id, id: Id, status: Domain['status']) =>
      onConflict(
        () => domains(workspaceId).update({ id }, { isVerified: true, status, sslStatus: 'pending' }),
        domainTaken,
      ),
    /** Returns null when the domain is not verified. */
    activateIf: (workspaceId: Id, id: Id) =>
      domains(workspaceId).updateIf({ id, isVerified: true }, { status: 'active' }),
    disable: (workspaceId: Id, id: Id) => domains(workspaceId).update({ id }, { status: 'disabled' }),
    remove: (workspaceId: Id, id: Id) => domains(workspaceId).remove({ id }),

    iterateActive: () => allDomains().iterate({ status: 'active' }, { sort: { domain: 1 } }),
    findActive: (domain: string) => allDomains().findOne({ status: 'active', domain }),
  }
}
