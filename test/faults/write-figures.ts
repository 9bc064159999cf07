import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changePart } from '@wp/tools/markdown'

const root = join(import.meta.dirname, '../..')
const page = 'docs/reliability.md'

/** Replaces the figures of one part of docs/reliability.md, or changes them. */
export const writeFigures = (part: string, figures: string | ((before: string) => string)): void => {
  const change = typeof figures === 'string' ? () => figures : figures
  writeFileSync(join(root, page), changePart(page, part, change))
  execFileSync('oxfmt', [page], { cwd: root })
}
