import { readFileSync } from 'node:fs'
import { Secret } from './secret.ts'
import type { ConfigDefinition, ConfigOf, Setting } from './definition.ts'

/** All problems with a configuration, one per line, without secret values. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length} problem${problems.length === 1 ? '' : 's'}:\n  ${problems.join('\n  ')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/**
 * Reads a definition's settings from environment variables. An empty value counts as unset; `<KEY>_FILE` is the path
 * of a file with the value. Throws one ConfigError with all problems.
 */
export const readConfig = <Definition extends ConfigDefinition>(
  definition: Definition,
  env: Readonly<Record<string, string | undefined>>,
): ConfigOf<Definition> => {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [key, one] of Object.entries(definition)) {
    const found = readRawValue(key, env)
    if ('problem' in found) {
      problems.push(`${key}: ${found.problem}`)
      continue
    }
    const parsed = one.schema.safeParse(found.value)
    if (parsed.success)
      values[toCamelCase(key)] =
        one.isSecret && parsed.data !== undefined ? new Secret(parsed.data) : parsed.data
    else problems.push(...parsed.error.issues.map((issue) => toProblem(key, one, found.value, issue.message)))
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return values as ConfigOf<Definition>
}

const readRawValue = (
  key: string,
  env: Readonly<Record<string, string | undefined>>,
): { value: string | undefined } | { problem: string } => {
  const value = env[key] === '' ? undefined : env[key]
  const file = env[`${key}_FILE`]
  if (file === undefined || file === '') return { value }
  if (value !== undefined) return { problem: `is set twice, here and by ${key}_FILE; keep one` }
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    return { value: text === '' ? undefined : text }
  } catch (error) {
    return {
      problem: `the file in ${key}_FILE cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}): ${file}`,
    }
  }
}

const toProblem = (key: string, one: Setting, value: string | undefined, message: string): string => {
  if (value === undefined) return `${key}: is not set (${one.description})`
  return `${key}: ${message}${one.isSecret ? '' : `, not "${withoutCredentials(value)}"`} (${one.description})`
}

/** Hides everything before the last `@`, which may be a user name and password even in a malformed URL. */
const withoutCredentials = (value: string): string => value.replace(/^.*@/s, '[secret]@')

const toCamelCase = (key: string): string =>
  key.toLowerCase().replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
