import type { Id } from '@wp/kernel'
import { AppError } from '@wp/kernel'
import { collection, onConflict } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { Page, PageChanges } from './page.contract.ts'

type PageRecord = Omit<Page, 'id' | 'workspaceId' | 'createdAt' | 'updatedAt'>
export type StoredPage = TenantDoc<PageRecord>

export const pageCollection = collection<PageRecord>(
  'pages',
  'Page',
  {
    storeId: String,
    slug: String,
    type: { type: String },
    title: String,
    content: String,
    status: String,
    sortOrder: Number,
  },
  [
    { keys: { workspaceId: 1, slug: 1 }, unique: true }, // find by slug; one page per built-in type
    { keys: { workspaceId: 1, sortOrder: 1, createdAt: 1, _id: 1 } }, // list
    { keys: { workspaceId: 1, status: 1, sortOrder: 1, createdAt: 1, _id: 1 } }, // public list
  ],
  { onePer: 'page; at most 200 per workspace' },
)

const inOrder = { sortOrder: 1, createdAt: 1, id: 1 } as const

const slugTaken = (cause: AppError): AppError =>
  new AppError('CONFLICT', 'A page with this slug already exists', {
    cause,
    details: [{ path: 'slug', message: 'already exists' }],
  })

export const pageStore = (db: Database) => {
  const pages = db.tenant(pageCollection)
  return {
    list: (workspaceId: Id) => pages(workspaceId).find({}, { sort: inOrder }),
    listActive: (workspaceId: Id) => pages(workspaceId).find({ status: 'active' }, { sort: inOrder }),
    /** Returns the number of pages and the bytes of their content. */
    sizes: async (workspaceId: Id): Promise<{ count: number; bytes: number }> => {
      const [sum] = await pages(workspaceId).aggregate<{ count: number; bytes: number }>([
        { $group: { _id: null, count: { $sum: 1 }, bytes: { $sum: { $strLenBytes: '$content' } } } },
      ])
      return sum ?? { count: 0, bytes: 0 }
    },
    get: (workspaceId: Id, id: Id) => pages(workspaceId).get({ id }),
    getActive: (workspaceId: Id, slug: string) => pages(workspaceId).get({ slug, status: 'active' }),
    findActive: (workspaceId: Id, slug: string) => pages(workspaceId).findOne({ slug, status: 'active' }),
    hasSlug: (workspaceId: Id, slug: string) => pages(workspaceId).exists({ slug }),
    listActiveTitles: (workspaceId: Id) =>
      pages(workspaceId).find({ status: 'active' }, { sort: inOrder, select: ['slug', 'title'] }),
    insert: (workspaceId: Id, page: PageRecord) =>
      onConflict(() => pages(workspaceId).insert(page), slugTaken),
    update: (workspaceId: Id, id: Id, changes: PageChanges) =>
      onConflict(() => pages(workspaceId).update({ id }, changes), slugTaken),
    remove: (workspaceId: Id, id: Id) => pages(workspaceId).remove({ id }),
  }
}
