import type { SourceFile } from './boundaries.ts'

/** Words and phrases of English that no native-speaking engineer would type, each with what to write instead. */
const signals: [pattern: RegExp, advice: string][] = [
  [
    /\b(?:nobody|whoever|whom|whomever|anew|hears?|heard)\b/i,
    'name the person or system, or use the passive',
  ],
  [/\b(?:is|are|was|were) told\b|\btells? (?:it|them|nobody)\b/i, 'use notify, report, return or say'],
  [/\b(?:is|are|was|were) none\b/i, 'use "is not …", "is missing" or "does not exist"'],
  [/(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more than\b)/i, 'use "is not a …" or "does not exist"'],
  [/\b(?:goes|go|went) without\b/i, 'use "omits" or "skips"'],
  [/\bof (?:which|whom)\b/i, 'split the sentence'],
  [/\bwhat (?:[\w'-]+ ){0,3}(?:is|are|was|were)\b(?! the\b)/i, 'name the thing'],
  [/\bby heart\b|\bmade good\b|\bin the own name\b|\bwhere that goes\b|\bonce more\b/i, 'use the usual word'],
  [/\bthere (?:is|are) (?:[\w'-]+ ){1,6}already\b/i, 'use "already exists"'],
  [/\bleft to (?!right\b)/i, 'say who does it and when'],
  [/\bas (?:it is|they are)\b/i, 'use "unchanged"'],
  [/\bthe house\b|\b(?:a|the|this|own|one) (?:room|story)\b/i, 'use the technical word'],
]

type Text = { kind: Kind; text: string }
type Kind = 'message' | 'detail' | 'route summary' | 'summary' | 'log line' | 'group title' | 'test title'

const string = String.raw`(['"\`])((?:\\.|(?!\1)[\s\S])*)\1`
const at = (before: string) =>
  new RegExp(before + string.replaceAll(String.raw`\1`, String.raw`\k<q>`).replace("(['", "(?<q>['"), 'g')

const sourcePatterns: [kind: Kind, pattern: RegExp][] = [
  ['message', at(String.raw`\bnew AppError\(\s*'[A-Z_]+',\s*`)],
  ['detail', at(String.raw`\binvalid\(\s*(?:'[^']*'|\x60[^\x60]*\x60|[\w.]+),\s*`)],
  ['detail', at(String.raw`\bpath: [^\n]{1,60},\s*message:\s*`)],
  ['detail', at(String.raw`\berror:\s*(?!'[A-Z_]+')`)],
  ['log line', at(String.raw`\b(?:logger|log)\.(?:debug|info|warn|error|fatal)\(\s*(?:\{[^}]*\},\s*)?`)],
]
const summaryPattern = at(String.raw`\bsummary:\s*`)
const descriptionPattern = at(String.raw`\bdescription:\s*`)

const allMatches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match.at(-1) ?? '')

/** Returns the index behind the bracket that closes the one at `start`. */
const skipBrackets = (text: string, start: number): number => {
  let depth = 0
  for (let index = start; index < text.length; index += 1) {
    const char = text[index]!
    if (char === "'" || char === '"' || char === '`') {
      while (text[(index += 1)] !== char && index < text.length) if (text[index] === '\\') index += 1
    } else if (char === '(') depth += 1
    else if (char === ')' && (depth -= 1) === 0) return index + 1
  }
  return text.length
}

const titlePattern = /(?<![\w.'"`])(describe|it|test)((?:\.\w+)*)\(/g
const literal = new RegExp(String.raw`^\s*` + string)

/** The titles of a test file; those of `it.each(table)('title')` stand behind the table. */
const titlesOf = (text: string): (Text & { called: string })[] =>
  [...text.matchAll(titlePattern)].flatMap(({ 0: all, 1: called = '', 2: chain = '', index }) => {
    const open = index + all.length - 1
    const isTable = /\.(?:each|for|runIf|skipIf)\b/.test(chain)
    const start = isTable ? skipBrackets(text, open) : open
    if (text[start] !== '(') return []
    const title = literal.exec(text.slice(start + 1))?.[2]
    if (title === undefined) return []
    return [{ kind: called === 'describe' ? 'group title' : 'test title', text: title, called }]
  })

const textsOf = ({ path, text }: SourceFile): Text[] => {
  if (path.endsWith('.test.ts')) return titlesOf(text)
  if (!/^(services|libs|deploy|tools)\/[^/]+\/src\//.test(path)) return []
  const summaryKind = path.endsWith('.contract.ts') ? ('route summary' as const) : ('summary' as const)
  return [
    ...sourcePatterns.flatMap(([kind, pattern]) =>
      allMatches(text, pattern).map((found) => ({ kind, text: found })),
    ),
    ...allMatches(text, summaryPattern).map((found) => ({ kind: summaryKind, text: found })),
    ...allMatches(text, descriptionPattern).map((found) => ({ kind: 'summary' as const, text: found })),
  ]
}

/** How `details[].message` may begin, so that it reads well after the label of a field. */
const predicate =
  /^(?:must|cannot|can only|is required|is invalid|is not|is already|is too|is (?:being|calculated|reserved|closed|in use)|are not|already exists|has expired|has already|has been|does not|do not|exceeds?|would|belongs to|overlaps|needs|\$\{)/

/** The verbs that begin the summary of a route. */
const verbs = new Set(
  'Accept Activate Add Amend Announce Answer Apply Archive Assign Attach Bill Book Calculate Call Cancel Change Check Claim Close Comment Complete Confirm Connect Copy Count Create Deactivate Delete Detach Disable Download Duplicate Enable End Enrol Enroll Enter Evaluate Exchange Export Extend Fill Finalize Find Generate Get Import Interpret Invite Issue List Log Mark Move Open Pause Pay Place Post Preview Print Process Publish Receive Record Redeliver Refresh Refund Register Reject Release Remove Renew Reopen Reorder Replace Report Request Resend Reset Restore Resume Retry Return Revoke Rotate Save Schedule Search Seed Select Send Set Show Sign Skip Start Stop Submit Subscribe Suggest Switch Transfer Turn Unsubscribe Update Upload Validate Verify View Void'.split(
    ' ',
  ),
)

const startsWithVerb = (title: string): boolean => {
  const [first = '', second = ''] = title
    .replace(/^[A-Z]\d+: /, '')
    .replace(/^(?:never|still|only|already) /, '')
    .replace(/[,:]/, '')
    .split(' ')
  if (/^(?:[%$]|\W)/.test(first)) return true
  if (/^(?:as|this|its|whose|unless|less|plus|across|perhaps|besides)$/.test(first)) return false
  if (/^(?:is|does|has|was|neither)$/.test(first)) return true
  return /^[a-z-]+s$/.test(first) && !/^(?:are|were|have|can|is|do|that|of|which|who)$/.test(second)
}

/** Says what is wrong with one text, as predicates. */
const problemsWith = ({ kind, text }: Text, called: string | undefined): string[] => {
  const plain = text.replaceAll(/\$\{[^}]*\}/g, 'x')
  return [
    ...signals.flatMap(([pattern, advice]) => {
      const found = pattern.exec(plain)
      return found ? [`says "${found[0].trim()}": ${advice}`] : []
    }),
    kind === 'detail' && !predicate.test(text) && 'must start with must, cannot, is required, is invalid, …',
    kind === 'message' &&
      !/^(?:[A-Z0-9"“/]|\$\{|GET |POST )/.test(text) &&
      'must start with a capital letter',
    (kind === 'message' || kind === 'detail' || kind === 'route summary') &&
      text.endsWith('.') &&
      'must not end with a full stop',
    kind === 'route summary' &&
      !verbs.has(text.split(/[ ,]/)[0]!) &&
      'must start with a verb, as in "List clients"',
    called === 'test' && 'must be written with it()',
    kind === 'test title' && !startsWithVerb(text) && 'must start with a verb in the third person',
  ].filter((problem) => problem !== false)
}

/** Returns the texts for users, operators and developers that do not follow the style guide, one line each. */
export const wordingProblems = (files: readonly SourceFile[]): string[] =>
  files.flatMap((file) =>
    textsOf(file).flatMap((text) =>
      problemsWith(text, (text as { called?: string }).called).map(
        (problem) => `${file.path}: the ${text.kind} “${text.text}” ${problem}`,
      ),
    ),
  )
