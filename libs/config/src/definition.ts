import { z } from 'zod'
import type { Secret } from './secret.ts'

/** One environment variable; the description is one line. */
export type Setting<Schema extends z.ZodType = z.ZodType, IsSecret extends boolean = boolean> = {
  readonly schema: Schema
  readonly description: string
  readonly isSecret: IsSecret
}

/** Settings keyed by environment variable. Spread one definition into another to extend it. */
export type ConfigDefinition = Readonly<Record<string, Setting>>

type CamelCase<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Key>

type Hidden<Value> = Value extends undefined ? undefined : Secret<Value>

type ValueOf<One> =
  One extends Setting<infer Schema, infer IsSecret>
    ? IsSecret extends true
      ? Hidden<z.output<Schema>>
      : z.output<Schema>
    : never

/** The result of `readConfig`: `HTTP_PORT` becomes `httpPort`. */
export type ConfigOf<Definition extends ConfigDefinition> = {
  readonly [Key in keyof Definition & string as CamelCase<Key>]: ValueOf<Definition[Key]>
}

/** A comma-separated list; empty by default. */
export const commaList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )

/** Declares a setting whose value may be shown in messages. */
export const setting = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
): Setting<Schema, false> => ({
  schema,
  description,
  isSecret: false,
})

/** Declares a setting whose value is returned as a `Secret` and never shown in messages. */
export const secretSetting = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
): Setting<Schema, true> => ({
  schema,
  description,
  isSecret: true,
})

/**
 * Returns a schema for a server URL with an optional user name and password, or several hosts separated by commas.
 * Rejects ambiguous URLs, such as a password with an unescaped `@` or `/`: a driver's error message would print the
 * password.
 */
export const serverAddress = (scheme: RegExp, error: string) =>
  z
    .string()
    .refine(
      (text) =>
        scheme.test(text) && text.split(',').every((part) => unambiguous.test(part.replace(scheme, ''))),
      { error },
    )

const unambiguous = /^(?:[^@/?#]*@)?[^@/?#]+(?:[/?#][^@]*)?$/

/** Declares settings. Throws TypeError when a name is not in upper case with underscores, or ends in `_FILE`. */
export const defineConfig = <const Definition extends ConfigDefinition>(
  definition: Definition,
): Definition => {
  for (const key of Object.keys(definition)) {
    if (!/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(key) || key.endsWith('_FILE'))
      throw new TypeError(
        `"${key}" is not a valid setting name: use capitals and underscores, not ending in _FILE`,
      )
  }
  return definition
}
