import { invalid } from '@wp/kernel'
import { holds } from '../analyses/condition.rules.ts'
import type { Design, Row, ValueReason } from './design-result.contract.ts'
import { calculate, ExpressionError, parseExpression, rowsOf } from './expression.rules.ts'
import type { Calculated, Expression } from './expression.rules.ts'

const rowsOfDesign = ({ sections }: Pick<Design, 'sections'>): Row[] => sections.flatMap(({ rows }) => rows)

const numericLabels = (design: Design): string[] =>
  rowsOfDesign(design).flatMap(({ kind, label }) => (kind === 'numeric' ? [label] : []))

/** Refuses a design whose rules cannot work, so that evaluating it never fails. */
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
      if (!/\p{L}/u.test(label) || label === '__proto__') throw invalid(`${path}.label`, 'must hold a letter')
      if (labels.has(label)) throw invalid(`${path}.label`, 'names another row already: choose another')
      if (kind === 'choice' && options.length === 0)
        throw invalid(`${path}.options`, 'are needed for a choice')
      labels.add(label)
    }
}

type Rules = ReadonlyMap<string, Expression>

/** The calculations by the row that they make. */
const parseRules = (design: Design): Rules => {
  const labels = numericLabels(design)
  const rules = new Map<string, Expression>()
  for (const [index, { target, expression }] of design.calculationsRules.entries()) {
    const path = `calculationsRules.${index}`
    if (!labels.includes(target)) throw invalid(`${path}.target`, 'must be the label of a numeric row')
    if (rules.has(target))
      throw invalid(`${path}.target`, 'is calculated by another rule already: keep one of them')
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
        `depends on itself: ${[...trail, label].join(' → ')}`,
      )
    }
    for (const needed of rowsOf(rule)) visit(needed, [...trail, label])
    done.add(label)
  }
  for (const label of rules.keys()) visit(label, [])
}

/** Refuses values of rows that are not numeric, or that are calculated. */
const checkValues = (values: ReadonlyMap<string, number>, design: Design, rules: Rules): void => {
  const numeric = new Set(numericLabels(design))
  for (const label of values.keys()) {
    if (!numeric.has(label))
      throw invalid(`values.${label}`, 'is no numeric row of the design: use the label of one')
    if (rules.has(label)) throw invalid(`values.${label}`, 'is calculated: leave it out')
  }
}

/** All values there are, in the order of the rows, the comments that apply, and why a calculated value is null. */
export const evaluateDesign = (design: Design, given: Record<string, number>) => {
  const values = new Map(Object.entries(given))
  const rules = parseRules(design)
  checkValues(values, design, rules)
  const known = new Map<string, Calculated>(values)
  const valueOf = (label: string): Calculated => {
    const found = known.get(label)
    if (found !== undefined) return found
    const rule = rules.get(label)
    const value = rule ? rounded(calculate(rule, valueOf)) : 'MISSING_VALUE'
    known.set(label, value)
    return value
  }
  const entries = numericLabels(design)
    .filter((label) => values.has(label) || rules.has(label))
    .map((label): [string, Calculated] => [label, valueOf(label)])
  const comments = design.commentRules.flatMap(({ when: { row, condition, value }, comment }) => {
    const result = valueOf(row)
    return typeof result === 'number' && holds(result, condition, value) ? [comment] : []
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

/** 12 digits are more than any measurement has, and hide what binary fractions add. */
const rounded = (value: Calculated): Calculated =>
  typeof value === 'number' ? Number(value.toPrecision(12)) : value
