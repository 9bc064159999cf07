import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ServiceDeclaration } from './declaration.ts'

/**
 * The declarations of all services under `root`, by name. Not checked: a service with a malformed one does not start, and
 * a check of the repository finds it.
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

/** Who may call a service, and which of its methods. */
export const callersOf = (
  declarations: ReadonlyMap<string, ServiceDeclaration>,
  service: string,
): Map<string, string[]> =>
  new Map(
    [...declarations].flatMap(([caller, { calls }]) =>
      calls[service] ? [[caller, calls[service].toSorted()] as const] : [],
    ),
  )
