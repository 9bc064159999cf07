import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { RouteClaimsDocument } from '../src/routing/route-claims.ts'

const services = join(import.meta.dirname, '../..')

/** Returns the paths that each service declares in its `service.json`. */
export const claimsDocument = (): RouteClaimsDocument =>
  RouteClaimsDocument.parse(
    Object.fromEntries(
      globSync('*/service.json', { cwd: services })
        .toSorted()
        .map((file) => [basename(dirname(file)), JSON.parse(readFileSync(join(services, file), 'utf8'))]),
    ),
  )
