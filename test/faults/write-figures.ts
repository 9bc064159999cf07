import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { replacePart } from '@wp/tools/markdown'

const root = join(import.meta.dirname, '../..')
const page = 'docs/reliability.md'

/** Replaces the figures of one part of docs/reliability.md. */
export const writeFigures = (part: string, text: string): void => {
  writeFileSync(join(root, page), replacePart(page, part, text))
  execFileSync('oxfmt', [page], { cwd: root })
}
