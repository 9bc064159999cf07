import { invalid } from '@wp/kernel'
import { meets } from '../lab-tests/lab-test-result.rules.ts'
import type { Design, Row, ValueReason } from './design-result.contract.ts'
import { calculate, ExpressionError, findRows, parseExpression } from './expression.rules.ts'
import type { Calculated, Expression } from './expression.rules.ts'

const listRows = ({ sections }: Pick<Design, 'sections'>): Row[] => sections.flatMap(({ rows }) => rows)

const numericLabels = (design: Design): string[] =>
  listRows(design).flatMap(({ kind, label }) => (kind === 'numeric' ? [label] : []))

/** Throws when a rule can never be evaluated, so that evaluating a stored design cannot fail. */
export const checkDesign = (design: Design): void => {
  checkRows(design)
  const numeric = new Set(numericLabels(design))
  for (const [index, { when }] of design.commentRules.entries())
    if (!numeric.has(when.row))
      throw invalid(`commentRules.${index}.when.row`, 'must be the label of a numeric row')
  checkCycles(parseRules(design), design)
}

const checkRows = ({ sections }: Design): void => {
  const labels = new Set<string>()
  for (const [section, { rows }] of sections.entries())
    for (const [index, { label, kind, options = [] }] of rows.entries()) {
      const path = `sections.${section}.rows.${index}`
      if (!/\p{L}/u.test(label) || label === '__proto__')
        throw invalid(`${path}.label`, 'must contain a letter')
      if (labels.has(label)) throw invalid(`${path}.label`, 'already exists in this design')
      if (kind === 'choice' && options.length === 0)
        throw invalid(`${path}.options`, 'is required for choice rows')
      labels.add(label)
    }
}

type Rules = ReadonlyMap<string, Expression>

/** Returns the parsed expressions by target row. */
const parseRules = (design: Design): Rules => {
  const labels = numericLabels(design)
  const rules = new Map<string, Expression>()
  for (const [index, { target, expression }] of design.calculationsRules.entries()) {
    const path = `calculationsRules.${index}`
    if (!labels.includes(target)) throw invalid(`${path}.target`, 'must be the label of a numeric row')
    if (rules.has(target)) throw invalid(`${path}.target`, 'cannot be calculated by more than one rule')
    try {
      rules.set(target, parseExpression(expression, labels))
    } catch (error) {
      throw error instanceof ExpressionError ? invalid(`${path}.expression`, error.message) : error
    }
  }
  return rules
}

const checkCycles = (rules: Rules, { calculationsRules }: Design): void => {
  const done = new Set<string>()
  const visit = (label: string, trail: readonly string[]): void => {
    const rule = rules.get(label)
    if (!rule || done.has(label)) return
    if (trail.includes(label)) {
      const index = calculationsRules.findIndex(({ target }) => target === label)
      throw invalid(
        `calculationsRules.${index}.expression`,
        `cannot depend on itself: ${[...trail, label].join(' → ')}`,
      )
    }
    for (const needed of findRows(rule)) visit(needed, [...trail, label])
    done.add(label)
  }
  for (const label of rules.keys()) visit(label, [])
}

/**
 * Returns the targets so that each comes after those it depends on. Calculating them in this order keeps the depth of
 * the recursion to that of one expression. The rules must not contain cycles.
 */
const inOrder = (rules: Rules): Iterable<string> => {
  const done = new Set<string>()
  const visit = (label: string): void => {
    const rule = rules.get(label)
    if (!rule || done.has(label)) return
    for (const needed of findRows(rule)) visit(needed)
    done.add(label)
  }
  for (const label of rules.keys()) visit(label)
  return done
}

/** Throws when a value belongs to a calculated row or one that is not numeric. */
const checkValues = (values: ReadonlyMap<string, number>, design: Design, rules: Rules): void => {
  const numeric = new Set(numericLabels(design))
  for (const label of values.keys()) {
    if (!numeric.has(label)) throw invalid(`values.${label}`, 'must be the label of a numeric row')
    if (rules.has(label)) throw invalid(`values.${label}`, 'cannot be set because it is calculated')
  }
}

/** Returns all values in row order, the comments that apply, and the reasons for calculated values that are null. */
export const evaluateDesign = (design: Design, given: Record<string, number>) => {
  const values = new Map(Object.entries(given))
  const rules = parseRules(design)
  checkValues(values, design, rules)
  const known = new Map<string, Calculated>(values)
  const valueOf = (label: string): Calculated => known.get(label) ?? 'MISSING_VALUE'
  for (const label of inOrder(rules)) known.set(label, rounded(calculate(rules.get(label)!, valueOf)))
  const entries = numericLabels(design)
    .filter((label) => values.has(label) || rules.has(label))
    .map((label): [string, Calculated] => [label, valueOf(label)])
  const comments = design.commentRules.flatMap(({ when: { row, condition, value }, comment }) => {
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
