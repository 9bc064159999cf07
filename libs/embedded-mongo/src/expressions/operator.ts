import type { Doc, Value } from '../bson/values.ts'
import { isDoc } from '../bson/values.ts'
import { fail } from '../errors.ts'

/** Variables of an evaluation: NOW, ROOT and whatever `$let`, `$map` … bring in. */
export type Vars = ReadonlyMap<string, Value | undefined>

/** A compiled expression; `undefined` means that the value is missing. */
export type Evaluate = (doc: Doc, vars: Vars) => Value | undefined

/** Compiles a sub-expression; `within` gives a compiler that also knows the named variables. */
export interface Compile {
  (expression: Value): Evaluate
  within(names: readonly string[]): Compile
}

/** Compiles one operator from its argument as it was written. */
export type Operator = (argument: Value, compile: Compile, name: string) => Evaluate
export type Operators = Readonly<Record<string, Operator>>

export const isNullish = (value: Value | undefined): value is null | undefined =>
  value === null || value === undefined

/** An operator with `min` to `max` arguments, all evaluated before `apply` sees them. */
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

/** An operator of one argument that gives null for null and missing. */
export const nullable = (apply: (value: Exclude<Value, null>, name: string) => Value): Operator =>
  operator(1, 1, ([value], name) => (isNullish(value) ? null : apply(value, name)))

/** An operator whose argument is a document of named arguments; an unknown or absent one fails. */
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

/** The named arguments of an operator as they were written; fails with 9 on an unknown or absent one. */
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
