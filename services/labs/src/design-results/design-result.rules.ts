import { invalid } from '@wp/kernel'
import { meets } from '../lab-tests/lab-test-result.rules.ts'
import type { Design, Row, ValueReason } from './design-result.contract.ts'
import { calculate, ExpressionError, parseExpression } from './expression.rules.ts'
import type { Calculated, Expression, ParsedExpression } from './expression.rules.ts'
import { labelFinder } from './label-finder.rules.ts'

/** Bound the work of parsing and evaluating a design. */
export const maxRows = 1000
export const maxExpressionLength = 8000

/** A design that is ready to be evaluated. */
export type CompiledDesign = Pick<Design, 'commentRules'> & {
  /** The labels of the numeric rows, in the design's order. */
  labels: readonly string[]
  /** The expressions by target row. Each comes after those that it depends on. */
  rules: ReadonlyMap<string, Expression>
}

const listRows = ({ sections }: Pick<Design, 'sections'>): Row[] => sections.flatMap(({ rows }) => rows)

const numericLabels = (design: Design): string[] =>
  listRows(design).flatMap(({ kind, label }) => (kind === 'numeric' ? [label] : []))

/**
 * Throws when the design is too large, a row is invalid or a rule can never be evaluated, so that compiling the design
 * later cannot fail.
 */
export const checkDesign = (design: Design): void => {
  checkSize(design)
  checkRows(design)
  const numeric = new Set(numericLabels(design))
  for (const [index, { when }] of design.commentRules.entries())
    if (!numeric.has(when.row))
      throw invalid(`commentRules.${index}.when.row`, 'must be the label of a numeric row')
  compileDesign(design)
}

const checkSize = (design: Design): void => {
  if (listRows(design).length > maxRows)
    throw invalid('sections', `must contain at most ${maxRows} rows in total`)
  if (expressionLength(design) > maxExpressionLength)
    throw invalid(
      'calculationsRules',
      `must contain expressions of at most ${maxExpressionLength} characters in total`,
    )
}

const expressionLength = ({ calculationsRules }: Design): number =>
  calculationsRules.reduce((sum, { expression }) => sum + expression.length, 0)

const checkRows = ({ sections }: Design): void => {
  const labels = new Set<string>()
  for (const [section, { rows }] of sections.entries())
    for (const [index, { label, kind, options = [] }] of rows.entries()) {
      const path = `sections.${section}.rows.${index}`
      if (!/\p{L}/u.test(label) || label === '__proto__')
        throw invalid(`${path}.label`, 'must contain a letter and cannot be __proto__')
      if (labels.has(label)) throw invalid(`${path}.label`, 'already exists in this design')
      if (kind === 'choice' && options.length === 0)
        throw invalid(`${path}.options`, 'is required for choice rows')
      labels.add(label)
    }
}

/** Parses the rules. Throws when one of them can never be evaluated. */
export const compileDesign = (design: Design): CompiledDesign => {
  const labels = numericLabels(design)
  return { labels, rules: inOrder(parseRules(design, labels)), commentRules: design.commentRules }
}

/** Estimates the memory of a compiled design. An expression can have an operand in every second character. */
export const compiledBytes = (design: Design): number =>
  64 * expressionLength(design) +
  2 * design.commentRules.reduce((sum, { comment }) => sum + comment.length, 0) +
  listRows(design).reduce((sum, { label }) => sum + 64 + 2 * label.length, 0)

type ParsedRules = ReadonlyMap<string, ParsedExpression & { path: string }>

/** Returns the parsed expressions by target row. */
const parseRules = ({ calculationsRules }: Design, labels: readonly string[]): ParsedRules => {
  const numeric = new Set(labels)
  const findLabel = labelFinder(labels)
  const rules = new Map<string, ParsedExpression & { path: string }>()
  for (const [index, { target, expression }] of calculationsRules.entries()) {
    const path = `calculationsRules.${index}`
    if (!numeric.has(target)) throw invalid(`${path}.target`, 'must be the label of a numeric row')
    if (rules.has(target)) throw invalid(`${path}.target`, 'cannot be calculated by more than one rule')
    try {
      rules.set(target, { ...parseExpression(expression, findLabel), path: `${path}.expression` })
    } catch (error) {
      throw error instanceof ExpressionError ? invalid(`${path}.expression`, error.message) : error
    }
  }
  return rules
}

/**
 * Sorts the rules so that each comes after those it depends on, which keeps the recursion of the calculation to the
 * depth of one expression. Throws when a rule depends on itself.
 */
const inOrder = (rules: ParsedRules): CompiledDesign['rules'] => {
  const ordered = new Map<string, Expression>()
  const trail: string[] = []
  const visit = (label: string): void => {
    const rule = rules.get(label)
    if (!rule || ordered.has(label)) return
    if (trail.includes(label))
      throw invalid(rule.path, `cannot depend on itself: ${[...trail, label].join(' → ')}`)
    trail.push(label)
    for (const needed of rule.rows) visit(needed)
    trail.pop()
    ordered.set(label, rule.expression)
  }
  for (const label of rules.keys()) visit(label)
  return ordered
}

/** Throws when a value belongs to a calculated row or one that is not numeric. */
const checkValues = (values: ReadonlyMap<string, number>, { labels, rules }: CompiledDesign): void => {
  const numeric = new Set(labels)
  for (const label of values.keys()) {
    if (!numeric.has(label)) throw invalid(`values.${label}`, 'must be the label of a numeric row')
    if (rules.has(label)) throw invalid(`values.${label}`, 'cannot be set because it is calculated')
  }
}

/**
 * Returns the given and calculated values in row order, the comments that apply, and the reasons for calculated
 * values that are null.
 */
export const evaluateDesign = (design: CompiledDesign, given: Record<string, number>) => {
  const { labels, rules, commentRules } = design
  const values = new Map(Object.entries(given))
  checkValues(values, design)
  const known = new Map<string, Calculated>(values)
  const valueOf = (label: string): Calculated => known.get(label) ?? 'MISSING_VALUE'
  for (const [label, rule] of rules) known.set(label, rounded(calculate(rule, valueOf)))
  const entries = labels
    .filter((label) => values.has(label) || rules.has(label))
    .map((label): [string, Calculated] => [label, valueOf(label)])
  const comments = commentRules.flatMap(({ when: { row, condition, value }, comment }) => {
    const result = valueOf(row)
    return typeof result === 'number' && meets(result, condition, value) ? [comment] : []
  })
  return {
    values: Object.fromEntries(
      entries.map(([label, value]) => [label, typeof value === 'number' ? value : null]),
    ),
    comments,
    reasons: Object.fromEntries(
      entries.flatMap(([label, value]): [string, ValueReason][] =>
        typeof value === 'number' ? [] : [[label, value]],
      ),
    ),
  }
}

/** Rounding to 12 digits hides floating-point errors and is still more precise than any measurement. */
const rounded = (value: Calculated): Calculated =>
  typeof value === 'number' ? Number(value.toPrecision(12)) : value
