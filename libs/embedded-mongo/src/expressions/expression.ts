import type { Doc, Value } from '../bson/values.ts'
import { isDoc } from '../bson/values.ts'
import { fail, unsupported } from '../errors.ts'
import { accumulatorOperators } from './accumulators.ts'
import { arithmeticOperators } from './arithmetic-operators.ts'
import { arrayOperators } from './array-operators.ts'
import { conversionOperators } from './conversion-operators.ts'
import { dateOperators } from './date-operators.ts'
import { compileFieldPath } from './field-path.ts'
import { logicOperators } from './logic-operators.ts'
import type { Compile, Evaluate, Operators } from './operator.ts'
import { stringOperators } from './string-operators.ts'

const OPERATORS: Operators = {
  ...accumulatorOperators,
  ...arithmeticOperators,
  ...arrayOperators,
  ...conversionOperators,
  ...dateOperators,
  ...logicOperators,
  ...stringOperators,
}

const SYSTEM_VARIABLES = ['ROOT', 'CURRENT', 'REMOVE', 'NOW']

export const EXPRESSION_OPERATORS: readonly string[] = Object.keys(OPERATORS).toSorted()

/** MongoDB expression operators that this database rejects; the error names the operator. */
export const UNSUPPORTED_EXPRESSIONS: readonly string[] = [
  '$accumulator',
  '$acos',
  '$acosh',
  '$allElementsTrue',
  '$anyElementTrue',
  '$asin',
  '$asinh',
  '$atan',
  '$atan2',
  '$atanh',
  '$binarySize',
  '$bsonSize',
  '$cos',
  '$cosh',
  '$degreesToRadians',
  '$function',
  '$median',
  '$meta',
  '$percentile',
  '$radiansToDegrees',
  '$sampleRate',
  '$setDifference',
  '$setEquals',
  '$setIntersection',
  '$setIsSubset',
  '$setUnion',
  '$sin',
  '$sinh',
  '$stdDevPop',
  '$stdDevSamp',
  '$tan',
  '$tanh',
  '$toHashedIndexKey',
  '$toUUID',
  '$tsIncrement',
  '$tsSecond',
]

/**
 * Compiles an aggregation expression. `variables` lists the variables in addition to ROOT, CURRENT, REMOVE and NOW;
 * evaluation needs a value for NOW. Throws for an unknown operator or variable.
 */
export function compileExpression(expression: Value, variables: Iterable<string> = []): Evaluate {
  return compilerFor(variables)(expression)
}

/** Returns a compiler that knows ROOT, CURRENT, REMOVE, NOW and the named variables. */
export function compilerFor(variables: Iterable<string>): Compile {
  const known = new Set([...SYSTEM_VARIABLES, ...variables])
  const compile = (expression: Value): Evaluate => {
    if (typeof expression === 'string')
      return expression.startsWith('$') ? compileReference(expression, known) : () => expression
    if (Array.isArray(expression)) {
      const items = expression.map(compile)
      return (doc, vars) => items.map((each) => each(doc, vars) ?? null)
    }
    return isDoc(expression) ? compileDocument(expression) : () => expression
  }
  const compileDocument = (expression: Doc): Evaluate => {
    const first = expression.keys().next()
    if (!first.done && first.value.startsWith('$')) {
      if (expression.size > 1)
        fail(
          15983,
          'An object representing an expression must have exactly one field: it has ' + expression.size,
        )
      const name = first.value
      const make = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined
      if (UNSUPPORTED_EXPRESSIONS.includes(name)) unsupported(`The expression ${name}`)
      if (!make) return fail('InvalidPipelineOperator', `Unrecognized expression '${name}'`)
      return make(expression.get(name) ?? null, within, name)
    }
    const fields = [...expression].map(([key, value]) => {
      if (key.startsWith('$'))
        fail(15983, `An object representing an expression must have exactly one field: ${key}`)
      if (key.includes('.'))
        fail(
          16412,
          `FieldPath field names may not contain '.'. Consider using $getField or $setField: ${key}`,
        )
      return [key, compile(value)] as const
    })
    return (doc, vars) => {
      const result: Doc = new Map()
      for (const [key, evaluate] of fields) {
        const value = evaluate(doc, vars)
        if (value !== undefined) result.set(key, value)
      }
      return result
    }
  }
  const within: Compile = Object.assign(compile, {
    within: (names: readonly string[]) => compilerFor([...known, ...names]),
  })
  return within
}

function compileReference(reference: string, known: ReadonlySet<string>): Evaluate {
  if (!reference.startsWith('$$')) {
    const read = compileFieldPath(reference.slice(1))
    // "$field" means "$$CURRENT.field", and `$$CURRENT` can be rebound.
    return (doc, vars) => read(vars.get('CURRENT') ?? doc)
  }
  const dot = reference.indexOf('.')
  const name = dot < 0 ? reference.slice(2) : reference.slice(2, dot)
  if (!known.has(name)) fail(17276, `Use of undefined variable: ${name}`)
  const read = dot < 0 ? (value: Value | undefined) => value : compileFieldPath(reference.slice(dot + 1))
  if (name === 'REMOVE') return () => undefined
  if (name === 'ROOT') return (doc, vars) => read(vars.get('ROOT') ?? doc)
  if (name === 'CURRENT') return (doc, vars) => read(vars.get('CURRENT') ?? doc)
  return (_doc, vars) => read(vars.get(name))
}
