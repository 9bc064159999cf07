import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repositoryRoot } from '@wp/local-platform'
import type { ServiceDefinition } from '@wp/runtime'

/** Returns a service's definition, to run it inside a test, or null. */
export const definitionOf = async (service: string): Promise<ServiceDefinition | null> => {
  const file = join(repositoryRoot, 'services', service, 'src/service.ts')
  if (!existsSync(file)) return null
  const exported = Object.values(
    (await import(pathToFileURL(file).href)) as object,
  ) as Partial<ServiceDefinition>[]
  return (
    (exported.find((value) => value?.name === service && value.open) as ServiceDefinition | undefined) ?? null
  )
}
