import type { Doc, Value } from '../bson/values.ts'
import { isDoc } from '../bson/values.ts'
import { fail } from '../errors.ts'

/** The variables available during an evaluation, such as NOW and those bound by `$let` and `$map`. */
export type Vars = ReadonlyMap<string, Value | undefined>

/** A compiled expression; `undefined` means that the value is missing. */
export type Evaluate = (doc: Doc, vars: Vars) => Value | undefined

/** Compiles a subexpression; `within` returns a compiler that accepts additional variables. */
export interface Compile {
  (expression: Value): Evaluate
  within(names: readonly string[]): Compile
}

/** Compiles one operator from its unevaluated argument. */
export type Operator = (argument: Value, compile: Compile, name: string) => Evaluate
export type Operators = Readonly<Record<string, Operator>>

export const isNullish = (value: Value | undefined): value is null | undefined =>
  value === null || value === undefined

/** Creates an operator with `min` to `max` arguments, which are evaluated before `apply` runs. */
export function operator(
  min: number,
  max: number,
  apply: (args: (Value | undefined)[], name: string, vars: Vars) => Value | undefined,
): Operator {
  return (argument, compile, name) => {
    const list = Array.isArray(argument) ? argument : [argument]
    if (list.length < min || list.length > max) {
      const wanted =
        min === max
          ? `exactly ${min} arguments`
          : max === Infinity
            ? `at least ${min} arguments`
            : `at least ${min} arguments, and at most ${max}`
      fail(min === max ? 16020 : 28667, `Expression ${name} takes ${wanted}. ${list.length} were passed in.`)
    }
    const compiled = list.map((each) => compile(each))
    return (doc, vars) =>
      apply(
        compiled.map((each) => each(doc, vars)),
        name,
        vars,
      )
  }
}

/** Creates an operator with one argument that returns null when the argument is null or missing. */
export const nullable = (apply: (value: Exclude<Value, null>, name: string) => Value): Operator =>
  operator(1, 1, ([value], name) => (isNullish(value) ? null : apply(value, name)))

/** Creates an operator with named arguments in a document. Throws for an unknown or missing one. */
export function named(
  required: readonly string[],
  optional: readonly string[],
  apply: (
    args: Record<string, Value | undefined>,
    name: string,
    given: ReadonlySet<string>,
  ) => Value | undefined,
): Operator {
  return (argument, compile, name) => {
    const fields = namedFields(argument, name, required, optional)
    const compiled = [...fields].map(([key, value]) => [key, compile(value)] as const)
    const given = new Set(fields.keys())
    return (doc, vars) =>
      apply(Object.fromEntries(compiled.map(([key, each]) => [key, each(doc, vars)])), name, given)
  }
}

/** Returns an operator's unevaluated named arguments. Throws FailedToParse for an unknown or missing one. */
export function namedFields(
  argument: Value,
  name: string,
  required: readonly string[],
  optional: readonly string[] = [],
): Doc {
  if (!isDoc(argument)) return fail('FailedToParse', `${name} only supports an object as its argument`)
  for (const key of argument.keys())
    if (!required.includes(key) && !optional.includes(key))
      fail('FailedToParse', `Unrecognized argument to ${name}: ${key}`)
  for (const key of required)
    if (!argument.has(key)) fail('FailedToParse', `Missing '${key}' parameter to ${name}`)
  return argument
}
