import { z } from 'zod'

/** Returned by a compiled schema for a value that it rejects. */
export const mismatch = Symbol('mismatch')
type Parse = (value: unknown) => unknown

type Def = z.core.$ZodTypeDef & {
  coerce?: boolean
  catchall?: unknown
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  defaultValue?: unknown
  options?: readonly z.core.$ZodType[]
  inclusive?: boolean
}

const compiled = new WeakMap<z.core.$ZodType, Parse>()

/**
 * Returns a parser that gives the same results as zod, but several times faster for the usual body and reply schemas:
 * objects, arrays, strings, numbers, booleans, enums, null, defaults and unions. It runs the schema's own checks and
 * calls zod for other schemas. It returns `mismatch` for rejected values; parse those with zod to get the final
 * result and error.
 */
export const compileSchema = (schema: z.core.$ZodType): Parse => {
  const existing = compiled.get(schema)
  if (existing) return existing
  // Placeholder that a recursive schema finds while it is being compiled.
  compiled.set(schema, (value) => compiled.get(schema)!(value))
  const def = schema._zod.def as Def
  const checks = checksOf(schema).filter(canRun)
  const compiler = checks.length > 0 && !checkable.has(def.type) ? null : compilers[def.type]
  const parse = compiler?.(schema, def, checks) ?? parseByZod(schema)
  compiled.set(schema, parse)
  return parse
}

type Compiler = (schema: z.core.$ZodType, def: Def, checks: readonly z.core.$ZodCheck[]) => Parse | null

const checkable = new Set<Def['type']>(['string', 'number'])

const compilers: Partial<Record<Def['type'], Compiler>> = {
  string: (_, def, checks) => (def.coerce ? null : withChecks((value) => typeof value === 'string', checks)),
  number: (_, def, checks) => {
    const parse = withChecks(Number.isFinite, checks)
    return def.coerce ? (value) => (typeof value === 'string' ? parse(Number(value)) : mismatch) : parse
  },
  boolean: (_, def) => (def.coerce ? null : (value) => (typeof value === 'boolean' ? value : mismatch)),
  null: () => (value) => (value === null ? null : mismatch),
  enum: (schema) => oneOf(schema._zod.values!),
  literal: (schema) => oneOf(schema._zod.values!),
  nullable: (_, def) => orNull(compileSchema(def.innerType!)),
  default: (_, def) => orDefault(compileSchema(def.innerType!), def),
  array: (_, def) => listOf(compileSchema(def.element!)),
  union: (_, def) => (def.inclusive === false ? null : firstOf(def.options!.map(compileSchema))),
  object: (_, def) => (def.catchall ? null : objectOf(def.shape!)),
}

const parseByZod =
  (schema: z.core.$ZodType): Parse =>
  (value) => {
    const parsed = z.safeParse(schema, value)
    return parsed.success ? parsed.data : mismatch
  }

/** A format such as `z.iso.datetime()` is itself a check and runs before any added checks. */
const checksOf = (schema: z.core.$ZodType): z.core.$ZodCheck[] => {
  const own = schema._zod.traits.has('$ZodCheck') ? [schema as unknown as z.core.$ZodCheck] : []
  return [...own, ...(schema._zod.def.checks ?? [])]
}

const withChecks = (isType: (value: unknown) => boolean, checks: readonly z.core.$ZodCheck[]): Parse => {
  const [first, second, ...rest] = checks.map(compileCheck)
  if (!first) return (value) => (isType(value) ? value : mismatch)
  if (!second) return (value) => (isType(value) ? first(value) : mismatch)
  const steps = [second, ...rest]
  return (value) => {
    if (!isType(value)) return mismatch
    let parsed = first(value)
    for (let index = 0; index < steps.length && parsed !== mismatch; index += 1)
      parsed = steps[index]!(parsed)
    return parsed
  }
}

/** Returns false for a check that never runs on a valid value, because its `when` only depends on earlier issues. */
const canRun = ({ _zod: { def } }: z.core.$ZodCheck): boolean => {
  if (!def.when) return true
  let readsValue = false
  const runs = def.when({
    get value() {
      readsValue = true
      return undefined
    },
    issues: [],
  })
  return runs || readsValue
}

type CheckDef = z.core.$ZodCheckDef & {
  pattern?: RegExp
  tx?: (value: unknown) => unknown
  fn?: (value: unknown) => unknown
}

const compileCheck = ({ _zod }: z.core.$ZodCheck): Parse => {
  const { check, when, pattern, tx, fn } = _zod.def as CheckDef
  if (!when) {
    if (check === 'string_format' && pattern && pattern.flags === '')
      return (value) => (pattern.test(value as string) ? value : mismatch)
    if (check === 'overwrite' && tx) return tx
    if (check === 'custom' && fn) return (value) => (fn(value) === true ? value : mismatch)
  }
  const payload: z.core.ParsePayload = { value: undefined, issues: [] }
  return (value) => {
    payload.value = value
    if (when && !when(payload)) return value
    const waiting = _zod.check(payload as never)
    if (waiting === undefined && payload.issues.length === 0) return payload.value
    payload.issues = []
    return mismatch
  }
}

const oneOf =
  (values: ReadonlySet<unknown>): Parse =>
  (value) =>
    values.has(value) ? value : mismatch

const orNull =
  (parse: Parse): Parse =>
  (value) =>
    value === null ? null : parse(value)

// `defaultValue` is a getter that returns a new value, so results never share an array or object.
const orDefault =
  (parse: Parse, def: Def): Parse =>
  (value) => {
    if (value === undefined) return def.defaultValue
    const parsed = parse(value)
    return parsed === undefined ? def.defaultValue : parsed
  }

const firstOf =
  (parsers: readonly Parse[]): Parse =>
  (value) => {
    for (const parse of parsers) {
      const parsed = parse(value)
      if (parsed !== mismatch) return parsed
    }
    return mismatch
  }

const listOf =
  (parse: Parse): Parse =>
  (value) => {
    if (!Array.isArray(value)) return mismatch
    const list: unknown[] = []
    for (let index = 0; index < value.length; index += 1) {
      const parsed = parse(value[index])
      if (parsed === mismatch) return mismatch
      list.push(parsed)
    }
    return list
  }

/**
 * Returns a parser that keeps only the declared fields of an object. Like zod, it generates a function for these
 * fields, because objects created from one literal are faster to create and serialize.
 */
const objectOf = (fields: Record<string, z.core.$ZodType>): Parse => {
  const names = Object.keys(fields)
  if (names.includes('__proto__')) return () => mismatch
  const optional = names.map((name) => withoutOptional(fields[name]!) !== fields[name])
  const parsers = names.map((name, index) => {
    const parse = compileSchema(withoutOptional(fields[name]!))
    return optional[index] ? orUndefined(parse) : parse
  })
  const keys = names.map((name) => JSON.stringify(name))
  const reads = keys.map((key, at) => `const v${at} = s${at}(o[${key}]); if (v${at} === no) return no`)
  const literal = `return { ${keys.map((key, at) => `${key}: v${at}`).join(', ')} }`
  // An absent field must stay absent: a PATCH only changes the fields in its body.
  const writes = keys.map(
    (key, at) => `${optional[at] ? `if (v${at} !== undefined || ${key} in o) ` : ''}r[${key}] = v${at}`,
  )
  const lines = [
    ...parsers.map((_, at) => `const s${at} = parsers[${at}]`),
    `return (o) => {`,
    `if (typeof o !== 'object' || o === null || Array.isArray(o)) return no`,
    ...reads,
    ...(optional.includes(true) ? ['const r = {}', ...writes, 'return r'] : [literal]),
    `}`,
  ]
  // oxlint-disable-next-line typescript/no-implied-eval -- contains only quoted names from our own schemas
  return new Function('parsers', 'no', lines.join('\n'))(parsers, mismatch) as Parse
}

const orUndefined =
  (parse: Parse): Parse =>
  (value) =>
    value === undefined ? undefined : parse(value)

/** Returns the schema inside a plain `.optional()`; the object parser handles absent fields. */
const withoutOptional = (schema: z.core.$ZodType): z.core.$ZodType => {
  const def = schema._zod.def as Def
  return def.type === 'optional' && checksOf(schema).length === 0 && def.innerType!._zod.optin !== 'defaulted'
    ? def.innerType!
    : schema
}
