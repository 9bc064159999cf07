import type { LabelFinder } from './label-finder.rules.ts'

export type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'row'; label: string }
  | { kind: 'negate'; of: Expression }
  | { kind: 'binary'; operator: Operator; left: Expression; right: Expression }

type Operator = '+' | '-' | '*' | '/'

/** The message is a predicate for `details[].message`. */
export class ExpressionError extends Error {}

const operators: Record<string, Operator> = {
  '+': '+',
  '-': '-',
  '−': '-',
  '*': '*',
  '×': '*',
  '/': '/',
  '÷': '/',
}
const maxDepth = 50

/** An expression and the labels of the rows in it. */
export type ParsedExpression = { expression: Expression; rows: ReadonlySet<string> }

/**
 * Parses an expression, which is never run as code. Labels may contain spaces and operators, so the longest matching
 * label wins. Throws ExpressionError.
 */
export const parseExpression = (text: string, findLabel: LabelFinder): ParsedExpression => {
  const rows = new Set<string>()
  const number = /\d+(?:\.\d+)?/y
  let at = 0

  const skipSpace = () => {
    while (isSpace(text.charCodeAt(at))) at += 1
  }
  const fail = (what: string): never => {
    throw new ExpressionError(`${what} at character ${at + 1}`)
  }
  /** Consumes the next token if it is one of these operators. */
  const takeOperator = (wanted: readonly Operator[]): Operator | null => {
    skipSpace()
    const operator = operators[text[at] ?? '']
    if (!operator || !wanted.includes(operator)) return null
    at += 1
    return operator
  }
  const parseSum = (depth: number): Expression => parseChain(['+', '-'], () => parseProduct(depth))
  const parseProduct = (depth: number): Expression => parseChain(['*', '/'], () => parseSigned(depth))

  const parseChain = (wanted: readonly Operator[], parsePart: () => Expression): Expression => {
    let left = parsePart()
    for (let operator = takeOperator(wanted); operator; operator = takeOperator(wanted))
      left = { kind: 'binary', operator, left, right: parsePart() }
    return left
  }

  const parseSigned = (depth: number): Expression => {
    if (depth > maxDepth) return fail('cannot be nested this deeply')
    skipSpace()
    const label = findLabel(text, at)
    if (label !== null) {
      at += label.length
      rows.add(label)
      return { kind: 'row', label }
    }
    if (takeOperator(['-'])) return { kind: 'negate', of: parseSigned(depth + 1) }
    return parseOperand(depth)
  }

  const parseOperand = (depth: number): Expression => {
    number.lastIndex = at
    const [digits] = number.exec(text) ?? []
    if (digits !== undefined) {
      at += digits.length
      return { kind: 'number', value: Number(digits) }
    }
    if (text[at] !== '(')
      return fail(
        at < text.length ? 'must contain only rows, numbers and operators; unknown text' : 'must not end',
      )
    at += 1
    const inside = parseSum(depth + 1)
    skipSpace()
    if (text[at] !== ')') return fail('must have a closing parenthesis')
    at += 1
    return inside
  }

  const expression = parseSum(0)
  skipSpace()
  if (at < text.length) fail('must end or contain an operator')
  return { expression, rows }
}

/** Returns whether `\s` matches the character; the regular expression is only needed outside Latin-1. */
const isSpace = (code: number): boolean =>
  code <= 0xff
    ? code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0
    : /\s/.test(String.fromCharCode(code))

export type Missing = 'MISSING_VALUE' | 'DIVISION_BY_ZERO' | 'TOO_LARGE'
/** A number, or the reason why the expression cannot be calculated. */
export type Calculated = number | Missing

export const calculate = (expression: Expression, valueOf: (label: string) => Calculated): Calculated => {
  switch (expression.kind) {
    case 'number':
      return toFinite(expression.value)
    case 'row':
      return valueOf(expression.label)
    case 'negate': {
      const value = calculate(expression.of, valueOf)
      return typeof value === 'number' ? toFinite(-value) : value
    }
    case 'binary': {
      const left = calculate(expression.left, valueOf)
      const right = calculate(expression.right, valueOf)
      if (typeof left !== 'number') return left
      if (typeof right !== 'number') return right
      return combine(expression.operator, left, right)
    }
  }
}

const combine = (operator: Operator, left: number, right: number): Calculated => {
  switch (operator) {
    case '+':
      return toFinite(left + right)
    case '-':
      return toFinite(left - right)
    case '*':
      return toFinite(left * right)
    case '/':
      return right === 0 ? 'DIVISION_BY_ZERO' : toFinite(left / right)
  }
}

/** Turns -0 into 0, and a value that is not finite into TOO_LARGE. */
const toFinite = (value: number): Calculated => (Number.isFinite(value) ? value || 0 : 'TOO_LARGE')
