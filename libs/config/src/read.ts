import { readFileSync } from 'node:fs'
import { Secret } from './secret.ts'
import type { ConfigDefinition, ConfigOf, Setting } from './definition.ts'

/** Every fault of a configuration at once, a line each; values of secrets are left out. */
export class ConfigError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n  ${faults.join('\n  ')}`,
    )
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/**
 * Reads the settings of a definition from an environment. An empty value counts as unset; `<KEY>_FILE` names a file that
 * holds the value. Throws one ConfigError that names every fault.
 */
export const readConfig = <Definition extends ConfigDefinition>(
  definition: Definition,
  env: Readonly<Record<string, string | undefined>>,
): ConfigOf<Definition> => {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  for (const [key, one] of Object.entries(definition)) {
    const found = readRawValue(key, env)
    if ('fault' in found) {
      faults.push(`${key}: ${found.fault}`)
      continue
    }
    const parsed = one.schema.safeParse(found.value)
    if (parsed.success)
      values[toCamelCase(key)] =
        one.isSecret && parsed.data !== undefined ? new Secret(parsed.data) : parsed.data
    else faults.push(...parsed.error.issues.map((issue) => toFault(key, one, found.value, issue.message)))
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return values as ConfigOf<Definition>
}

const readRawValue = (
  key: string,
  env: Readonly<Record<string, string | undefined>>,
): { value: string | undefined } | { fault: string } => {
  const value = env[key] === '' ? undefined : env[key]
  const file = env[`${key}_FILE`]
  if (file === undefined || file === '') return { value }
  if (value !== undefined) return { fault: `is set twice, here and by ${key}_FILE; keep one` }
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    return { value: text === '' ? undefined : text }
  } catch (error) {
    return {
      fault: `the file of ${key}_FILE cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}): ${file}`,
    }
  }
}

const toFault = (key: string, one: Setting, value: string | undefined, message: string): string => {
  if (value === undefined) return `${key}: is not set (${one.description})`
  return `${key}: ${message}${one.isSecret ? '' : `, not "${withoutCredentials(value)}"`} (${one.description})`
}

/** Whatever stands before an `@` may be the name and password of an address, however badly it is written. */
const withoutCredentials = (value: string): string => value.replace(/^.*@/s, '[secret]@')

const toCamelCase = (key: string): string =>
  key.toLowerCase().replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
