import { z } from 'zod'
import type { Secret } from './secret.ts'

/** One key of the environment: what it may hold, and a line that says what it is for. */
export type Setting<Schema extends z.ZodType = z.ZodType, IsSecret extends boolean = boolean> = {
  readonly schema: Schema
  readonly description: string
  readonly isSecret: IsSecret
}

/** Settings by the name of their environment variable; spread one definition into another to extend it. */
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

/** What `readConfig` gives back: `HTTP_PORT` becomes `httpPort`. */
export type ConfigOf<Definition extends ConfigDefinition> = {
  readonly [Key in keyof Definition & string as CamelCase<Key>]: ValueOf<Definition[Key]>
}

/** Several values in one setting, joined by commas; none by default. */
export const commaList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )

/** A setting whose value may be shown. */
export const setting = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
): Setting<Schema, false> => ({
  schema,
  description,
  isSecret: false,
})

/** A setting whose value is handed out as a `Secret` and never appears in a message. */
export const secretSetting = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
): Setting<Schema, true> => ({
  schema,
  description,
  isSecret: true,
})

/**
 * The address of a server that may carry a name and a password. One that a driver could read differently, such as a
 * password with a bare `@` or `/`, is refused here: a driver's error would print it whole.
 */
export const serverAddress = (scheme: RegExp, error: string) =>
  z
    .string()
    .refine(
      (text) => scheme.test(text) && text.split(',').every((part) => readable.test(part.replace(scheme, ''))),
      { error },
    )

const readable = /^(?:[^@/?#]*@)?[^@/?#]+(?:[/?#][^@]*)?$/

/** Declares settings. Throws at once when a name is not in capitals with underscores, or ends in `_FILE`. */
export const defineConfig = <const Definition extends ConfigDefinition>(
  definition: Definition,
): Definition => {
  for (const key of Object.keys(definition)) {
    if (!/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(key) || key.endsWith('_FILE'))
      throw new TypeError(
        `"${key}" is no name for a setting: use capitals and underscores, not ending in _FILE`,
      )
  }
  return definition
}
