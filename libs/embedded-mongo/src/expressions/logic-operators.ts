import { compare } from '../bson/compare.ts'
import type { Doc, Value } from '../bson/values.ts'
import { Double, Int32, isDoc, isTruthy } from '../bson/values.ts'
import { fail } from '../errors.ts'
import type { Evaluate, Operator, Operators } from './operator.ts'
import { isNullish, namedFields, operator } from './operator.ts'

const comparison = (holds: (order: number) => boolean): Operator =>
  operator(2, 2, ([a, b]) => holds(compare(a, b)))

const junction =
  (stopsAt: boolean): Operator =>
  (argument, compile) => {
    const parts = (Array.isArray(argument) ? argument : [argument]).map((each) => compile(each))
    return (doc, vars) => parts.some((each) => isTruthy(each(doc, vars)) === stopsAt) === stopsAt
  }

const cond: Operator = (argument, compile, name) => {
  if (!isDoc(argument) && !(Array.isArray(argument) && argument.length === 3)) {
    const count = Array.isArray(argument) ? argument.length : 1
    return fail(16020, `Expression ${name} takes exactly 3 arguments. ${count} were passed in.`)
  }
  const fields = isDoc(argument) ? namedFields(argument, name, ['if', 'then', 'else']) : undefined
  const parts = fields ? ['if', 'then', 'else'].map((key) => fields.get(key) ?? null) : (argument as Value[])
  const [test, yes, no] = parts.map((each) => compile(each)) as [Evaluate, Evaluate, Evaluate]
  return (doc, vars) => (isTruthy(test(doc, vars)) ? yes(doc, vars) : no(doc, vars))
}

const ifNull: Operator = (argument, compile, name) => {
  if (!Array.isArray(argument) || argument.length < 2)
    return fail(
      1257300,
      `${name} needs at least two arguments, had: ${Array.isArray(argument) ? argument.length : 1}`,
    )
  const parts = argument.map((each) => compile(each))
  return (doc, vars) => {
    let value: Value | undefined
    for (const part of parts) {
      value = part(doc, vars)
      if (!isNullish(value)) break
    }
    return value
  }
}

const switchOperator: Operator = (argument, compile, name) => {
  const fields = namedFields(argument, name, ['branches'], ['default'])
  const branches = fields.get('branches')
  if (!Array.isArray(branches)) return fail(40061, `${name} expected an array for 'branches'`)
  if (branches.length === 0) fail(40068, `${name} requires at least one branch.`)
  const cases = branches.map((branch) => {
    const parts = namedFields(branch, `${name} branch`, ['case', 'then'])
    return { test: compile(parts.get('case') ?? null), result: compile(parts.get('then') ?? null) }
  })
  const otherwise = fields.has('default') ? compile(fields.get('default') ?? null) : undefined
  return (doc, vars) => {
    const found = cases.find(({ test }) => isTruthy(test(doc, vars)))
    if (found) return found.result(doc, vars)
    if (!otherwise)
      return fail(
        40066,
        `${name} could not find a matching branch for an input, and no default was specified.`,
      )
    return otherwise(doc, vars)
  }
}

const letOperator: Operator = (argument, compile, name) => {
  const fields = namedFields(argument, name, ['vars', 'in'])
  const bindings = fields.get('vars')
  if (!isDoc(bindings)) return fail('FailedToParse', `${name}: 'vars' must be an object`)
  const compiled = [...bindings].map(([key, value]) => [variableName(key), compile(value)] as const)
  const body = compile.within([...bindings.keys()])(fields.get('in') ?? null)
  return (doc, vars) =>
    body(doc, new Map([...vars, ...compiled.map(([key, each]) => [key, each(doc, vars)] as const)]))
}

/** Returns a user variable's name. Throws unless it is CURRENT or starts with a lowercase or non-ASCII letter. */
export function variableName(name: string): string {
  if (name !== 'CURRENT' && !/^[a-z\u0080-\uffff][\w\u0080-\uffff]*$/.test(name))
    fail('FailedToParse', `'${name}' starts with an invalid character for a user variable name`)
  return name
}

const mergeDocs = (values: readonly (Value | undefined)[], name: string): Doc => {
  const merged: Doc = new Map()
  for (const value of values) {
    if (isNullish(value)) continue
    if (!isDoc(value)) return fail(40400, `${name} requires object inputs, but an input is of another type`)
    for (const [key, each] of value) merged.set(key, each)
  }
  return merged
}

export const logicOperators: Operators = {
  $cmp: operator(2, 2, ([a, b]) => new Int32(Math.sign(compare(a, b)))),
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $and: junction(false),
  $or: junction(true),
  $not: operator(1, 1, ([value]) => !isTruthy(value)),
  $cond: cond,
  $ifNull: ifNull,
  $switch: switchOperator,
  $let: letOperator,
  $literal: (argument) => () => argument,
  $mergeObjects: operator(0, Infinity, (values, name) =>
    mergeDocs(values.length === 1 && Array.isArray(values[0]) ? values[0] : values, name),
  ),
  $rand: operator(0, 1, () => new Double(Math.random())),
}
