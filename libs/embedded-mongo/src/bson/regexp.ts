import { Script, createContext } from 'node:vm'
import type { BSONRegExp } from './values.ts'
import { fail, MongoError } from '../errors.ts'

const LIMIT_MS = 100
const MAX_OPTIONAL = 10
const RUN = new Script('run()')

const SPACE = ' \\t\\n\\v\\f\\r'
const NOT_SPACE = '\\u{0}-\\u{8}\\u{e}-\\u{1f}\\u{21}-\\u{10ffff}'
const POSIX_CLASSES: Record<string, string> = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '\\x21-\\x7e',
  lower: 'a-z',
  print: '\\x20-\\x7e',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: SPACE,
  upper: 'A-Z',
  word: '\\w',
  xdigit: '0-9a-fA-F',
}
const END_OF_SUBJECT = '(?![\\s\\S])'
const BEFORE_LAST_NEWLINE = `(?=\\n?${END_OF_SUBJECT})`

/**
 * Compiles a PCRE pattern with MongoDB's semantics. Supports the options i, m, s and x, and ignores u. Fails with
 * code 51091 for invalid patterns and for features that JavaScript cannot express, such as recursion.
 */
export function compileRegExp(pattern: string, options: string): RegExp {
  for (const flag of options)
    if (!'imsxu'.includes(flag)) fail(51108, `invalid flag in regex options: ${flag}`)
  if (pattern.includes('\0')) fail('BadValue', 'Regular expression cannot contain an embedded null byte')
  const inline = /^\(\?([imsx]+)\)/.exec(pattern)
  const flags = options + (inline?.[1] ?? '')
  try {
    const source = new Translation(pattern.slice(inline?.[0].length ?? 0), flags).translate()
    // Compile time doubles with each optional part, and compiling cannot be interrupted.
    if ((toRepeats(source).match(/(?<![*+?}])\?/g)?.length ?? 0) > MAX_OPTIONAL)
      throw new Error(`it has more than ${MAX_OPTIONAL} optional parts`)
    return limitRegExp(source, flags.includes('i') ? 'iu' : 'u')
  } catch (error) {
    if (error instanceof MongoError) throw error
    return fail(
      51091,
      `Regular expression is invalid or not supported: /${pattern}/: ${(error as Error).message}`,
    )
  }
}

/** A regular expression with a time limit: `exec` and all methods that use it fail with 51156 after `LIMIT_MS`. */
class LimitedRegExp extends RegExp {
  override exec(text: string): RegExpExecArray | null {
    let match: RegExpExecArray | null = null
    sandbox.run = () => {
      match = super.exec(text)
    }
    try {
      // Running a script with a timeout is the only way to interrupt a match.
      RUN.runInContext(sandbox, { timeout: LIMIT_MS })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      fail(51156, `The regular expression /${this.source}/ took longer than ${LIMIT_MS} ms on one value`)
    }
    return match
  }
}

const sandbox: { run: () => void } = createContext({ run: () => {} }) as { run: () => void }

/**
 * Returns the pattern without escapes, character classes and group prefixes, so that every remaining `?`, `*`, `+`
 * and `{` is a repetition.
 */
const toRepeats = (source: string): string =>
  source.replace(/\\[^k1-9]|\[(?:\\.|[^\]])*\]/gu, '.').replace(/\(\?(?:[:=!]|<[=!]|<\w+>)/gu, '(')

/** Returns whether an expression needs no time limit: it has at most one repetition and no back reference. */
function isQuick(source: string): boolean {
  const repeats = toRepeats(source)
  return !/\\[k1-9]/.test(repeats) && (repeats.match(/[*+?{]/g)?.length ?? 0) <= 1
}

/** Returns the expression, with a time limit if it could need one. */
export const limitRegExp = (source: string, flags: string): RegExp =>
  isQuick(source) ? new RegExp(source, flags) : new LimitedRegExp(source, flags)

/**
 * Returns the literal prefix of an anchored pattern (`^abc`), from which index bounds can be derived, otherwise
 * undefined.
 */
export function literalPrefix(regex: BSONRegExp): string | undefined {
  if (/[imx]/.test(regex.options) || regex.pattern.includes('|')) return undefined
  const anchored = /^(?:\^|\\A)((?:[^\\^$.|?*+()[\]{}]|\\[^a-zA-Z0-9])*)/.exec(regex.pattern)
  if (anchored === null) return undefined
  const literal = anchored[1]!
  const next = regex.pattern[anchored[0].length]
  const isQuantified = next !== undefined && '?*{'.includes(next)
  const certain = isQuantified ? literal.replace(/(?:\\.|[^\\])$/u, '') : literal
  const prefix = certain.replace(/\\(.)/gu, '$1')
  return prefix === '' ? undefined : prefix
}

/**
 * Rewrites PCRE as JavaScript with the u flag. The options m, s and x are expanded, because the engines interpret
 * them differently.
 */
class Translation {
  private readonly pattern: string
  private readonly isMultiline: boolean
  private readonly isDotAll: boolean
  private readonly isExtended: boolean
  private at = 0

  constructor(pattern: string, flags: string) {
    this.pattern = pattern
    this.isMultiline = flags.includes('m')
    this.isDotAll = flags.includes('s')
    this.isExtended = flags.includes('x')
  }

  translate(): string {
    let source = ''
    while (this.at < this.pattern.length) source += this.token()
    return source
  }

  private take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at
    const match = expression.exec(this.pattern)
    if (match) this.at += match[0].length
    return match
  }

  private token(): string {
    if (this.isExtended && this.take(/\s+|#[^\n]*\n?/y)) return ''
    if (this.take(/\(\?#[^)]*\)/y)) return ''
    const group = this.take(/\(\?P<(\w+)>/y)
    if (group) return `(?<${group[1]}>`
    const reference = this.take(/\(\?P=(\w+)\)/y)
    if (reference) return `\\k<${reference[1]}>`
    if (this.take(/\(\?[imsx]*-?[imsx]*\)/y))
      throw new Error('options inside a pattern are supported only at its start')
    const modifiers = this.take(/\(\?([imsx-]+):/y)
    if (modifiers) {
      if (!/^-?i$/.test(modifiers[1]!)) throw new Error('only the option i is supported for a group')
      return modifiers[0]
    }
    const quantifier = this.take(/\{\d+(?:,\d*)?\}/y)
    if (quantifier) return quantifier[0]
    const char = this.take(/[\s\S]/uy)![0]
    if (char === '\\') return this.escape(false)
    if (char === '[') return this.characterClass()
    if (char === '.') return this.isDotAll ? '[\\s\\S]' : '[^\\n]'
    if (char === '$') return this.isMultiline ? `(?=\\n|${END_OF_SUBJECT})` : BEFORE_LAST_NEWLINE
    if (char === '^' && this.isMultiline) return '(?:(?<![\\s\\S])|(?<=\\n)(?=[\\s\\S]))'
    return '{}]'.includes(char) ? `\\${char}` : char
  }

  private escape(isInClass: boolean): string {
    const quoted = this.take(/Q([\s\S]*?)(?:\\E|$)/y)
    if (quoted)
      return quoted[1]!.replace(/[\\^$.*+?()[\]{}|/-]/g, (char) =>
        char === '-' && !isInClass ? '-' : `\\${char}`,
      )
    const hex = this.take(/x\{([0-9a-fA-F]+)\}/y)
    if (hex) return `\\u{${hex[1]}}`
    const property = this.take(/([pP])(?:\{(\w+)\}|([A-Z]))/y)
    if (property) return `\\${property[1]}{${property[2] ?? property[3]}}`
    const char = this.take(/[\s\S]/uy)?.[0]
    if (char === undefined) throw new Error('\\ at end of pattern')
    const ranges = {
      s: SPACE,
      S: NOT_SPACE,
      h: ' \\t\\u00a0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000',
      v: '\\n\\v\\f\\r\\x85\\u2028\\u2029',
    }[char]
    if (ranges !== undefined) return isInClass ? ranges : `[${ranges}]`
    const plain = { a: '\\x07', e: '\\x1b', E: '' }[char]
    if (plain !== undefined) return plain
    const assertion = { A: '(?<![\\s\\S])', z: END_OF_SUBJECT, Z: BEFORE_LAST_NEWLINE }[char]
    if (assertion !== undefined && !isInClass) return assertion
    if (/[a-zA-Z0-9]/.test(char)) return `\\${char}`
    return /[\\^$.*+?()[\]{}|/]/.test(char) || (isInClass && char === '-') ? `\\${char}` : char
  }

  private characterClass(): string {
    let source = this.take(/\^/y) ? '[^' : '['
    if (this.take(/\]/y)) source += '\\]'
    while (!this.take(/\]/y)) {
      const posix = this.take(/\[:(\^?)(\w+):\]/y)
      if (posix) {
        const ranges = posix[1] === '' ? POSIX_CLASSES[posix[2]!] : undefined
        if (ranges === undefined) throw new Error(`the class ${posix[0]} is unknown or not supported`)
        source += ranges
        continue
      }
      const set = this.take(/\\[dDwWsShvpP]/y)
      if (set) {
        this.at -= 1
        source += this.escape(true)
        // Next to a set, a hyphen is literal; JavaScript would reject it.
        if (this.take(/-(?!\])/y)) source += '\\-'
        continue
      }
      if (this.take(/-(?=\\[dDwWsShvpP])/y)) {
        source += '\\-'
        continue
      }
      const char = this.take(/[\s\S]/uy)?.[0]
      if (char === undefined) throw new Error('missing terminating ] for character class')
      source += char === '\\' ? this.escape(true) : char === '[' ? '\\[' : char
    }
    return `${source}]`
  }
}
