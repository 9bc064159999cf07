import { readDeclarations } from '@wp/credentials/setup'
import { builtInCollections, shardingFaults } from '@wp/mongo'
import { definitionOf } from '@wp/testing'
import { root } from '../root.ts'
import { replacePart, toTable } from './markdown.ts'

const page = 'docs/scaling.md'

type Placed = ReturnType<typeof builtInCollections>[number]

const toRow = (service: string, { name, unsharded }: Placed, why: string): string[] => [
  service,
  `\`${name}\``,
  unsharded === undefined ? 'by workspace' : 'unsharded',
  unsharded ?? why,
]

const rowsOf = async (service: string): Promise<string[][]> => {
  const database = (await definitionOf(service))?.database
  if (!database) return []
  const faults = database.collections.flatMap(shardingFaults)
  if (faults.length > 0) throw new Error(faults.map((fault) => `${service}: ${fault}`).join('\n'))
  return database.collections.map((each) => toRow(service, each, 'Belongs to one workspace.'))
}

/**
 * Returns `docs/scaling.md` with the table of all collections and how each is sharded. Throws for a declaration that
 * does not allow sharding.
 */
export const shardingTable = async (): Promise<Record<string, string>> => {
  const services = [...readDeclarations(root).keys()].toSorted()
  const rows = (await Promise.all(services.map(rowsOf))).flat()
  const common = builtInCollections().map((each) =>
    toRow('every service', each, 'Carries the workspace of its change.'),
  )
  const table = toTable(['Service', 'Collection', 'Sharded', 'Why'], [...common, ...rows])
  return { [page]: replacePart(page, 'sharding', table) }
}
