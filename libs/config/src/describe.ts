import type { ConfigDefinition, Setting } from './definition.ts'

/** A line about one setting; `fallback` is null when there is none. */
export type ConfigRow = {
  key: string
  description: string
  isRequired: boolean
  fallback: string | null
  isSecret: boolean
}

/** The settings of a definition as rows for a README. */
export const describeConfig = (definition: ConfigDefinition): ConfigRow[] =>
  Object.entries(definition).map(([key, one]) => {
    const unset = one.schema.safeParse(undefined)
    return {
      key,
      description: one.description,
      isRequired: !unset.success,
      fallback: fallbackOf(one, unset.success ? unset.data : undefined),
      isSecret: one.isSecret,
    }
  })

const fallbackOf = (one: Setting, value: unknown): string | null => {
  if (value === undefined || value === null || one.isSecret) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
