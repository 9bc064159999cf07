import type { ConfigDefinition, Setting } from './definition.ts'

/** One setting. `defaultValue` is null if the setting is secret or has no default. */
export type ConfigRow = {
  key: string
  description: string
  isRequired: boolean
  defaultValue: string | null
  isSecret: boolean
}

/** Returns a definition's settings as rows for a README. */
export const describeConfig = (definition: ConfigDefinition): ConfigRow[] =>
  Object.entries(definition).map(([key, one]) => {
    const unset = one.schema.safeParse(undefined)
    return {
      key,
      description: one.description,
      isRequired: !unset.success,
      defaultValue: formatDefault(one, unset.success ? unset.data : undefined),
      isSecret: one.isSecret,
    }
  })

const formatDefault = (one: Setting, value: unknown): string | null => {
  if (value === undefined || value === null || one.isSecret) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
