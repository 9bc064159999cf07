import { Resolver } from 'node:dns/promises'

/** Returns the TXT records for a name. Rejects when there are none or the lookup fails. */
export type ResolveTxt = (name: string) => Promise<string[]>

/** Queries the given DNS servers, or the system's resolvers when the list is empty. */
export const createTxtResolver = (servers: readonly string[]): ResolveTxt => {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return async (name) => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
}
