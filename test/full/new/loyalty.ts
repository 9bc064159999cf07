import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const added = join(import.meta.dirname, 'loyalty')

type Json = Record<string, unknown>
type Needed = Record<string, Record<string, string>>

const permissions = {
  'loyalty.view': 'View loyalty cards',
  'loyalty.manage': 'Manage loyalty cards',
}
const packages = (...names: string[]) => Object.fromEntries(names.map((name) => [`@wp/${name}`, '0.1.0']))

const withPackages = (manifest: Json, needed: Needed): Json =>
  Object.fromEntries(
    Object.entries(manifest).map(([name, value]) => {
      if (!needed[name]) return [name, value]
      const all = Object.entries({ ...(value as object), ...needed[name] })
      return [name, Object.fromEntries(all.toSorted(([one], [other]) => (one < other ? -1 : 1)))]
    }),
  )

const editorOf = (root: string) => {
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(root, file), change(readFileSync(join(root, file), 'utf8')))
  const editJson = (file: string, change: (value: Json) => Json) =>
    edit(file, (text) => `${JSON.stringify(change(JSON.parse(text) as Json), null, 2)}\n`)
  /** Adds packages to a manifest and the lockfile, as npm install does. */
  const addPackages = (folder: string, needed: Needed) => {
    editJson(`${folder}/package.json`, (manifest) => withPackages(manifest, needed))
    editJson('package-lock.json', (lockfile) => {
      const all = lockfile['packages'] as Record<string, Json>
      return { ...lockfile, packages: { ...all, [folder]: withPackages(all[folder]!, needed) } }
    })
  }
  /** Replaces texts; each of them must occur. */
  const replace = (file: string, changes: Record<string, string>) =>
    edit(file, (text) =>
      Object.entries(changes).reduce((changed, [before, after]) => {
        if (!changed.includes(before)) throw new Error(`${file} does not contain ${before}`)
        return changed.replace(before, () => after)
      }, text),
    )
  return { edit, editJson, addPackages, replace }
}

/**
 * Adds a consumer, audit entries, a public event, an RPC, a job, permissions, an error code and tests to a
 * service that `wp new service loyalty card` wrote. Changes only the folder of the service, its proto and,
 * like npm install, the lockfile.
 */
export const extendLoyalty = (root: string): void => {
  const { edit, editJson, addPackages, replace } = editorOf(root)
  for (const file of globSync('**/*.txt', { cwd: added })) {
    const target = join(root, file.replace(/\.txt$/, ''))
    mkdirSync(dirname(target), { recursive: true })
    cpSync(join(added, file), target)
  }
  const folder = 'services/loyalty'
  editJson(`${folder}/service.json`, (declaration) => ({
    ...declaration,
    follows: [...(declaration['follows'] as string[]), 'pos'],
    permissions,
  }))
  addPackages(folder, {
    dependencies: packages('pos', 'protos', 'rpc'),
    devDependencies: packages('identity', 'scheduling', 'telemetry', 'webhooks'),
  })
  edit(`${folder}/src/cards/card.contract.ts`, (text) =>
    text
      .split(/(?=^export const \w+ = defineRoute)/m)
      .map((route) =>
        route.replace("'owner'", route.includes("method: 'GET'") ? "'loyalty.view'" : "'loyalty.manage'"),
      )
      .join(''),
  )
  replace(`${folder}/src/cards/card.contract.ts`, {
    '409, 422],\n': '409, 422],\n  errors: [loyaltyErrors.CARD_NAME_RESERVED],\n',
    "from 'zod'\n": "from 'zod'\nimport { loyaltyErrors } from '../errors.ts'\n",
  })
  edit(
    `${folder}/src/contract.ts`,
    (text) =>
      `${text}export { CardPublished } from './cards/card-published.events.ts'\nexport { AuditRecorded } from './points/point.events.ts'\n`,
  )
  const create = 'handle(routes.createCard, async ({ workspaceId, body }) => {\n'
  replace(`${folder}/src/cards/card.handlers.ts`, {
    [create]: `${create}    if (body.name === 'Platform')
      throw new AppError(loyaltyErrors.CARD_NAME_RESERVED, 'This name is reserved')\n`,
    "from '@wp/http'\n": "from '@wp/http'\nimport { AppError } from '@wp/kernel'\n",
    "from '../deps.ts'\n": "from '../deps.ts'\nimport { loyaltyErrors } from '../errors.ts'\n",
    "import * as routes from './card.contract.ts'\n":
      "import { publishCardCreated } from './card-published.events.ts'\nimport * as routes from './card.contract.ts'\n",
    'publishCardChanged(tx, created)\n':
      'publishCardChanged(tx, created)\n      publishCardCreated(tx, created)\n',
  })
}

/** Lets the service library, with the resource book, call loyalty whenever it returns a book. */
export const callLoyaltyFromLibrary = (root: string): void => {
  const { editJson, addPackages, replace } = editorOf(root)
  const folder = 'services/library'
  editJson(`${folder}/service.json`, (declaration) => ({
    ...declaration,
    calls: { ...(declaration['calls'] as object), loyalty: ['GetPoints'] },
  }))
  addPackages(folder, { dependencies: packages('protos', 'rpc') })
  replace(`${folder}/vitest.config.ts`, { 'platformTests()': "platformTests({ needs: ['loyalty'] })" })
  replace(`${folder}/src/deps.ts`, {
    "import type { Database } from '@wp/mongo'\n": `import type { Database } from '@wp/mongo'
import type { loyaltyService } from '@wp/protos'
import type { RpcClient } from '@wp/rpc'\n`,
    '  db: Database\n':
      "  db: Database\n  loyalty: Pick<RpcClient<typeof loyaltyService.definition>, 'getPoints'>\n",
  })
  replace(`${folder}/src/service.ts`, {
    "import { defineService } from '@wp/runtime'": `import { loyaltyService } from '@wp/protos'
import { defineService } from '@wp/runtime'`,
    'const { db } = context': 'const { db, rpc } = context',
    'LibraryDeps = {': 'LibraryDeps = {\n      loyalty: rpc(loyaltyService),',
  })
  replace(`${folder}/src/books/book.handlers.ts`, {
    '({ db, books }': '({ db, books, loyalty }',
    "'db' | 'books'": "'db' | 'books' | 'loyalty'",
    'handle(routes.getBook, async ({ workspaceId, params: { bookId } }) =>\n': `handle(routes.getBook, async ({ workspaceId, params: { bookId } }) => {
    await loyalty.getPoints({ workspaceId, clientId: bookId })
    return `,
    'await books.get(workspaceId, bookId)) }),\n': 'await books.get(workspaceId, bookId)) })\n  }',
  })
}
