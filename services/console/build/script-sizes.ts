import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

const folder = join(import.meta.dirname, '../dist')

const login = [
  'index.html',
  'i18n/en.json',
  'areas/sign-in/sign-in.layout.tsx',
  'areas/sign-in/login.page.tsx',
  'areas/sign-in/sign-in.en.json',
]

const shell = ['index.html', 'app/shell.tsx', 'app/shell.en.json']

/** The chunks of each area. Add an area here when you add it to the console. */
const areas: Record<string, string[]> = {
  today: ['areas/today/today.page.tsx', 'areas/today/today.en.json'],
  clients: [
    'areas/clients/clients.page.tsx',
    'areas/clients/client.page.tsx',
    'areas/clients/clients.en.json',
  ],
  till: [
    'areas/till/till.page.tsx',
    'areas/till/till-sessions.page.tsx',
    'app/sales/pending-sales-status.tsx',
    'areas/till/till.en.json',
  ],
  invoices: [
    'areas/till/invoices.page.tsx',
    'areas/till/invoice.page.tsx',
    'app/sales/pending-sales-status.tsx',
    'areas/till/till.en.json',
  ],
  calendar: ['areas/calendar/calendar.page.tsx', 'areas/calendar/calendar.en.json'],
  books: [
    'areas/books/overview.page.tsx',
    'areas/books/entries.page.tsx',
    'areas/books/rules.page.tsx',
    'areas/books/occurrences.page.tsx',
    'areas/books/books.en.json',
  ],
  shop: ['areas/shop/shop.pages.ts', 'areas/shop/shop.en.json'],
  labs: ['areas/labs/labs.pages.ts', 'areas/labs/labs.en.json'],
  contests: ['areas/contests/contests.pages.ts', 'areas/contests/contests.en.json'],
  staff: [
    'areas/staff/staff.page.tsx',
    'areas/staff/member.page.tsx',
    'areas/staff/roles.page.tsx',
    'areas/staff/role.page.tsx',
    'areas/staff/staff.en.json',
  ],
  tasks: ['areas/tasks/tasks.page.tsx', 'areas/tasks/tasks.en.json'],
  activity: ['areas/activity/activity.page.tsx', 'areas/activity/activity.en.json'],
  platform: ['areas/platform/platform.pages.ts', 'areas/platform/platform.en.json'],
  settings: [
    'areas/settings/settings.layout.tsx',
    'areas/settings/business.page.tsx',
    'areas/settings/hours.page.tsx',
    'areas/settings/holidays.page.tsx',
    'areas/settings/fields.page.tsx',
    'areas/settings/taxes.page.tsx',
    'areas/settings/messages.page.tsx',
    'areas/settings/booking.page.tsx',
    'areas/settings/api-keys.page.tsx',
    'areas/settings/webhooks.page.tsx',
    'areas/settings/plan.page.tsx',
    'areas/settings/settings.en.json',
  ],
  account: ['areas/account/account.page.tsx', 'areas/account/account.en.json'],
}

/** The budgets in kilobytes (1000 bytes) of script, compressed by gzip. */
export const scriptBudgets = { login: 120, area: 80 }

/** Returns the size of the login page's scripts, and what each area adds to them with the shell, in kilobytes. */
export const scriptSizes = (): { login: number; areas: Record<string, number> } => {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const known = scriptsOf(manifest, login)
  return {
    login: kilobytes(known),
    areas: Object.fromEntries(
      Object.entries(areas).map(([area, sources]) => {
        const needed = scriptsOf(manifest, [...shell, ...sources])
        return [area, kilobytes([...needed].filter((file) => !known.has(file)))]
      }),
    ),
  }
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
