import { Resolver } from 'node:dns/promises'

/** The texts of a name's TXT records; fails when there are none, or when nobody answers. */
export type ResolveTxt = (name: string) => Promise<string[]>

/** Asks these servers, or the system's when none are named. */
export const createTxtResolver = (servers: readonly string[]): ResolveTxt => {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return async (name) => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
}
