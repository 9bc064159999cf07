import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; imports?: string[]; isDynamicEntry?: boolean }
type Manifest = Record<string, Chunk>

const folder = join(import.meta.dirname, '../dist')

/** Loaded before the form of the login page is shown, with the texts of both languages. */
const form = ['login.html']

/** The login page loads the rest of the application once its form is shown. */
const login = [...form, 'index.html', 'app.tsx']

/** Every page after the login loads these. */
const shell = ['app/shell.tsx', 'app/shell.en.json', 'ui/api-messages.en.json']

/** Every page after the login loads this once it is shown. */
const later = ['app/sales/pending-sales-status.tsx']

/** Forms load this when they show a field for a date or time. */
const dates = ['ui/date-segments.tsx', 'ui/dates.en.json']

/** The budgets in kilobytes (1000 bytes) of script, compressed by gzip. */
export const scriptBudgets = { form: 90, login: 120, area: 80, later: 8, dates: 8 }

/**
 * Returns the size of the scripts before the login form, of all scripts of the login page, what each area adds to them
 * with the shell, the scripts loaded after that, and those of date fields, in kilobytes.
 */
export const scriptSizes = (): {
  form: number
  login: number
  areas: Record<string, number>
  later: number
  dates: number
} => {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const known = scriptsOf(manifest, login)
  const shown = scriptsOf(manifest, [...login, ...shell])
  return {
    form: kilobytes(scriptsOf(manifest, form)),
    login: kilobytes(known),
    later: kilobytes([...scriptsOf(manifest, later)].filter((file) => !shown.has(file))),
    dates: kilobytes([...scriptsOf(manifest, dates)].filter((file) => !shown.has(file))),
    areas: Object.fromEntries(
      [...areasOf(manifest)].map(([area, sources]) => {
        const needed = scriptsOf(manifest, [...shell, ...sources])
        return [area, kilobytes([...needed].filter((file) => !known.has(file)))]
      }),
    ),
  }
}

/** Returns the chunks of each area with all its pages, and its texts in English. */
const areasOf = (manifest: Manifest): Map<string, string[]> => {
  const areas = new Map<string, string[]>()
  for (const [source, { isDynamicEntry = false }] of Object.entries(manifest)) {
    const folder = /^areas\/([^/]+)\//.exec(source)?.[1]
    if (!folder || !isDynamicEntry || source.endsWith('ar.json')) continue
    // Invoices are a separate area that shares few pages with the till.
    const area = /\/invoices?\.page/.test(source) ? 'invoices' : folder
    areas.set(area, [...(areas.get(area) ?? []), source])
  }
  return areas
}

/** Returns the scripts that a page needs: its own chunks and what they import. */
const scriptsOf = (manifest: Manifest, sources: readonly string[]): Set<string> => {
  const files = new Set<string>()
  const visit = (source: string): void => {
    const chunk = manifest[source]
    if (!chunk) throw new Error(`The build contains no chunk for ${source}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const source of sources) visit(source)
  return new Set([...files].filter((file) => file.endsWith('.js')))
}

const kilobytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0) /
  1000
