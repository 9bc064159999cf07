import type { SourceFile } from './boundaries.ts'

/** Words that signal stilted English, with advice for each. */
const signals: [pattern: RegExp, advice: string][] = [
  [
    /\b(?:nobody|whoever|whom|whomever|anew|hears?|heard)\b/i,
    'name the person or system, or use the passive',
  ],
  [/\b(?:is|are|was|were) told\b|\btells? (?:it|them)\b/i, 'use notify, report, return or say'],
  [/(?<!\bthere )\b(?:is|are|was|were) none\b/i, 'use "is not", "is missing" or "does not exist"'],
  [/(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more than\b)/i, 'use "is not a" or "does not exist"'],
  [/\b(?:goes|go|went) without\b/i, 'use "omits" or "skips"'],
  [
    /\b(?:some|one|none|all|each|many|half|and) of (?:which|whom)\b|, of (?:which|whom)\b/i,
    'split the sentence',
  ],
  [/\bwhat (?:[\w'-]+ ){0,3}(?:is|are|was|were)\b(?! the\b)/i, 'name the thing'],
  [/\bby heart\b|\bmade good\b|\bin the own name\b|\bwhere that goes\b|\bonce more\b/i, 'use the usual word'],
  [/\bthere (?:is|are) (?:[\w'-]+ ){1,6}already\b/i, 'use "already exists"'],
  [/\bleft to (?!right\b)/i, 'say who does it and when'],
  [/\bas (?:it is|they are)\b/i, 'use "unchanged"'],
  [/\bthe house\b|\b(?:a|the|this|own|one) (?:room|story)\b/i, 'use the technical word'],
]

/** Advice that is not given for comments, where its signal words are common and rarely a problem. */
const fineInComments = /^(?:name the thing|say who does it and when|split the sentence)$/

/** Implementation terms that API callers do not know. */
const internals = /\b(?:NATS|JetStream|MongoDB|mongo|gRPC|rpc|bucket|collection|NaN|stack)\b/i

type Kind = 'message' | 'detail' | 'route summary' | 'summary' | 'log line' | 'comment' | 'group' | 'test'
type Text = { kind: Kind; text: string; isTestCall?: boolean }

/** A string literal; `text` is its content. */
const literal = String.raw`(?<quote>['"\x60])(?<text>(?:\\.|(?!\k<quote>)[\s\S])*)\k<quote>`
const after = (before: string) => new RegExp(`${before}${literal}`, 'g')

const sourcePatterns: [kind: Kind, pattern: RegExp][] = [
  ['message', after(String.raw`\bnew AppError\(\s*(?:'(?!INTERNAL')[A-Z_]+'|\w+\.[A-Z_]+),\s*`)],
  ['detail', after(String.raw`\binvalid\(\s*(?:'[^']*'|\x60[^\x60]*\x60|[\w.]+),\s*`)],
  ['detail', after(String.raw`\bpath: [^\n]{1,60},\s*message:\s*`)],
  ['detail', after(String.raw`\berror:\s*(?!'[A-Z_]+'|\x60status )`)],
  [
    'log line',
    after(String.raw`\b(?:logger|log)\.(?:debug|info|warn|error|fatal)\(\s*(?:(?:\{[^}]*\}|\w+),\s*)?`),
  ],
  ['summary', after(String.raw`\b(?:summary|description):\s*`)],
]
const routeSummaries: [kind: Kind, pattern: RegExp] = ['route summary', after(String.raw`\bsummary:\s*`)]
const comments: [kind: Kind, pattern: RegExp] = [
  'comment',
  /(?:^|\s)(?:\/\/ (?<line>[^\n]*)|\/\*\*?(?<text>[\s\S]*?)\*\/)/g,
]

const findTexts = (source: string, patterns: [kind: Kind, pattern: RegExp][]): Text[] =>
  patterns.flatMap(([kind, pattern]) =>
    [...source.matchAll(pattern)].map(({ groups }) => ({
      kind,
      text: (groups?.['text'] ?? groups?.['line'] ?? '').replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim(),
    })),
  )

/** Returns the index after the bracket that closes the one at `start`. */
const skipBrackets = (source: string, start: number): number => {
  let depth = 0
  for (let index = start; index < source.length; index += 1) {
    const char = source[index]!
    if (char === "'" || char === '"' || char === '`') {
      while (source[(index += 1)] !== char && index < source.length) if (source[index] === '\\') index += 1
    } else if (char === '(') depth += 1
    else if (char === ')' && (depth -= 1) === 0) return index + 1
  }
  return source.length
}

const titleCall = /(?<![\w.'"`])(?<name>describe|it|test)(?<chain>(?:\.\w+)*)\(/g
const firstArgument = new RegExp(String.raw`^\s*${literal}`)

/** Returns test titles. The title of `it.each(table)('title')` follows the table. */
const findTitles = (source: string): Text[] =>
  [...source.matchAll(titleCall)].flatMap(({ 0: call, index, groups }) => {
    const { name, chain = '' } = groups ?? {}
    const open = index + call.length - 1
    const start = /\.(?:each|for|runIf|skipIf)\b/.test(chain) ? skipBrackets(source, open) : open
    const title = source[start] === '(' && firstArgument.exec(source.slice(start + 1))?.groups?.['text']
    if (typeof title !== 'string') return []
    return [{ kind: name === 'describe' ? 'group' : 'test', text: title, isTestCall: name === 'test' }]
  })

const textsOf = ({ path, text }: SourceFile): Text[] => {
  if (path.startsWith('libs/client/src/areas/') || path.startsWith('protos/generated/')) return []
  if (path.endsWith('.test.ts')) return [...findTitles(text), ...findTexts(text, [comments])]
  if (!/^(?:services|libs|deploy)\/[^/]+\/src\//.test(path)) return findTexts(text, [comments])
  const isContract = path.endsWith('.contract.ts')
  return findTexts(text, [...sourcePatterns, comments, ...(isContract ? [routeSummaries] : [])])
}

/** The words that a `details[].message` can start with, so that it reads well after a field's label. */
const predicate =
  /^(?:must|cannot|can only|is required|is invalid|is not|is already|is too|already exists|has expired|has already|does not|overlaps|\$\{)/

const routeVerbs = new Set(
  (
    'Accept Activate Add Amend Answer Assign Attach Bill Book Cancel Change Check Claim Close Complete Confirm ' +
    'Calculate Count Create Deactivate Delete Disable Download Enable End Enrol Enter Evaluate Export Extend Finalize Generate Get ' +
    'Import Interpret Invite List Log Mark Open Pause Pay Place Post Preview Print Publish Receive Record Redeliver ' +
    'Refresh Refund Remove Renew Reorder Replace Report Request Resend Reset Restore Resume Revoke Search Seed Send Set ' +
    'Show Sign Skip Start Stop Submit Update Upload Verify Void'
  ).split(' '),
)

const startsWithVerb = (title: string): boolean => {
  const [first = '', second = ''] = title
    .replace(/^[A-Z]\d+: /, '')
    .replace(/^(?:never|still|only|already) /, '')
    .replace(/[,:]/, '')
    .split(' ')
  const isExpressionOrName = /^(?:[%$]|\W)/.test(first) || /^[a-z]+[A-Z(]/.test(first)
  if (isExpressionOrName || /^(?:is|does|has|was|neither|for)$/.test(first)) return true
  if (second === 'that' && /^(?:checks|requires|shows|ensures|reports)$/.test(first)) return true
  if (/^(?:as|this|its|whose|unless|less|plus|across|perhaps|besides)$/.test(first)) return false
  return /^[a-z-]+s$/.test(first) && !/^(?:are|were|have|can|is|do|that|of|which|who)$/.test(second)
}

/** Returns a text's problems, each as a phrase that follows the text, such as "must start with a capital letter". */
const problemsWith = ({ kind, text, isTestCall }: Text): string[] => {
  const plain = text.replaceAll(/\$\{[^}]*\}/g, 'x')
  const isForCallers = kind === 'message' || kind === 'detail'
  return [
    ...signals.flatMap(([pattern, advice]) => {
      const [found] = pattern.exec(plain) ?? []
      return found && !(kind === 'comment' && fineInComments.test(advice))
        ? [`says "${found.trim()}": ${advice}`]
        : []
    }),
    isForCallers && internals.test(plain) && 'must not mention the implementation',
    (isForCallers || kind === 'route summary') && text.endsWith('.') && 'must not end with a full stop',
    kind === 'message' &&
      !/^(?:[A-Z0-9"“/]|\$\{|after must)/.test(text) &&
      'must start with a capital letter',
    kind === 'detail' && !predicate.test(text) && 'must start with must, cannot, is required, is invalid, …',
    kind === 'route summary' &&
      !routeVerbs.has(text.split(/[ ,]/)[0]!) &&
      'must start with a verb, as in "List clients"',
    kind === 'test' && !startsWithVerb(text) && 'must start with a verb in the third person',
    isTestCall && 'must use it()',
  ].filter((problem) => typeof problem === 'string')
}

/**
 * Returns texts for callers, operators and developers that break the wording rules in CONTRIBUTING.md, one line each.
 */
export const wordingProblems = (files: readonly SourceFile[]): string[] =>
  files.flatMap((file) =>
    textsOf(file).flatMap((text) =>
      problemsWith(text).map((problem) => `${file.path}: the ${text.kind} “${text.text}” ${problem}`),
    ),
  )
