import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { EXPRESSION_OPERATORS, UNSUPPORTED_EXPRESSIONS } from '../expressions/expression.ts'
import { PIPELINE_STAGES, UNSUPPORTED_STAGES } from '../aggregate/pipeline.ts'
import { UNSUPPORTED_COLLECTION_OPTIONS } from '../commands/collections.ts'
import { UNSUPPORTED_FIND_OPTIONS } from '../commands/find.ts'
import { COMMANDS, UNSUPPORTED_COMMANDS } from '../commands/registry.ts'
import { QUERY_OPERATORS } from '../query/match-operators.ts'
import { INDEX_OPTIONS, UNSUPPORTED_INDEX_TYPES } from '../storage/index-spec.ts'
import { UPDATE_OPERATORS } from '../update/update.ts'

const README = fileURLToPath(new URL('../../README.md', import.meta.url))
const BEGIN = '<!-- support: written by src/tools/support.ts -->'
const END = '<!-- /support -->'

const names = (list: Iterable<string>): string => [...new Set(list)].map((name) => `\`${name}\``).join(' ')

/** Lists the supported and rejected features, from the tables that the code itself uses. */
export function supportList(): string {
  const rows: [string, Iterable<string>, Iterable<string>][] = [
    ['Commands', Object.keys(COMMANDS), UNSUPPORTED_COMMANDS],
    ['Query operators', [...QUERY_OPERATORS.field, ...QUERY_OPERATORS.topLevel], QUERY_OPERATORS.unsupported],
    ['Update operators', UPDATE_OPERATORS, []],
    ['Pipeline stages', PIPELINE_STAGES, UNSUPPORTED_STAGES],
    ['Expressions', EXPRESSION_OPERATORS, UNSUPPORTED_EXPRESSIONS],
    ['Index options', INDEX_OPTIONS, [...UNSUPPORTED_INDEX_TYPES, '$**']],
    ['Collection options', [], UNSUPPORTED_COLLECTION_OPTIONS],
    ['Find options', [], UNSUPPORTED_FIND_OPTIONS],
  ]
  return rows
    .map(([what, supported, rejected]) => {
      const parts = [names(supported), names(rejected)]
      return `- **${what}:** ${parts[0] === '' ? '' : `${parts[0]}. `}Rejected: ${parts[1] === '' ? 'none' : parts[1]}.`
    })
    .join('\n')
}

/** Returns the generated part of the README. */
export function readmeList(): string {
  const text = readFileSync(README, 'utf8')
  return text.slice(text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)).trim()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const text = readFileSync(README, 'utf8')
  const [before, after] = [text.slice(0, text.indexOf(BEGIN)), text.slice(text.indexOf(END))]
  writeFileSync(README, `${before}${BEGIN}\n\n${supportList()}\n\n${after}`)
}
