import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ServiceDeclaration } from './declaration.ts'

/**
 * Returns the declarations of all services under `root`, by name. Does not validate them: a service with an invalid
 * declaration does not start, and `npm run check` reports it.
 */
export const readDeclarations = (root: string): Map<string, ServiceDeclaration> =>
  new Map(
    globSync('services/*/service.json', { cwd: root })
      .toSorted()
      .map((file) => [
        basename(dirname(file)),
        JSON.parse(readFileSync(join(root, file), 'utf8')) as ServiceDeclaration,
      ]),
  )

/** Returns the services that may call a service, and the methods that each of them may call. */
export const callersOf = (
  declarations: ReadonlyMap<string, ServiceDeclaration>,
  service: string,
): Map<string, string[]> =>
  new Map(
    [...declarations].flatMap(([caller, { calls }]) =>
      calls[service] ? [[caller, calls[service].toSorted()] as const] : [],
    ),
  )
