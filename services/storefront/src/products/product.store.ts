import { AppError, searchKeys, searchWords } from '@wp/kernel'
import type { Id, PageQuery } from '@wp/kernel'
import { beginsWith, collection, onConflict, recomputeField, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { Product } from './product.contract.ts'
import type { StoredReservation, StoredVariant } from './product.types.ts'

type ProductRecord = Omit<
  Product,
  | 'id'
  | 'workspaceId'
  | 'price'
  | 'taxRateId'
  | 'imageIds'
  | 'externalId'
  | 'variants'
  | 'categoryIds'
  | 'createdAt'
  | 'updatedAt'
> & {
  workspaceId: Id
  /** Missing, like the next four fields, in products from older versions. */
  variants?: StoredVariant[]
  categoryIds?: Id[]
  taxRateId?: Id | null
  imageIds?: Id[]
  externalId?: string | null
  priceMinor: number
  searchKeys: string[]
  /** Missing in products from older versions. */
  reservations?: StoredReservation[]
  /**
   * When recovery looks at the reservations; missing only without any. One time for all of them, because an index of each
   * would make an order of a hot product slower.
   */
  reservedUntil?: Date
}
export type NewProductRecord = Omit<
  ProductRecord,
  'workspaceId' | 'searchKeys' | 'reservations' | 'reservedUntil'
>
export type StoredProduct = TenantDoc<ProductRecord>

export const productCollection = collection<ProductRecord>(
  'products',
  'Product',
  {
    storeId: String,
    name: String,
    slug: String,
    description: String,
    priceMinor: Number,
    taxRateId: String,
    currencyCode: String,
    stock: Number,
    variants: [Object],
    categoryIds: [String],
    images: [String],
    imageIds: [String],
    status: String,
    externalId: String,
    searchKeys: [String],
    reservations: [Object],
    reservedUntil: Date,
  },
  [
    { keys: { workspaceId: 1, slug: 1 }, unique: true }, // by slug
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, status: 1, createdAt: -1, _id: -1 } }, // list by status, public list
    { keys: { workspaceId: 1, searchKeys: 1 } }, // search
    { keys: { workspaceId: 1, imageIds: 1 } }, // products with an image
    { keys: { workspaceId: 1, categoryIds: 1, createdAt: -1, _id: -1 } }, // list of a category
    { keys: { workspaceId: 1, externalId: 1 }, unique: true, partial: { externalId: { $gt: '' } } }, // rows of an import
    { keys: { reservedUntil: 1 }, sparse: true }, // overdue reservations, across workspaces
  ],
  { onePer: 'product' },
)

export const foldProductSearch = recomputeField(
  '2026-11-19-fold-product-search',
  productCollection,
  'searchKeys',
  ['name'],
  ({ name }) => searchKeys(name),
)

export const addReservedUntil = recomputeField(
  '2026-11-19-add-reserved-until',
  productCollection,
  'reservedUntil',
  ['reservations'],
  ({ reservations = [] }) => reservations.map(({ until }) => until).toSorted((a, b) => +a - +b)[0],
)

type ProductQuery = PageQuery & {
  search?: string | undefined
  categoryId?: Id | undefined
  status?: Product['status'] | undefined
}

const slugTaken = (cause: AppError): AppError => {
  if (!cause.details?.some(({ path }) => path === 'slug')) return cause
  return new AppError('CONFLICT', 'A product with this slug already exists', {
    cause,
    details: [{ path: 'slug', message: 'already exists' }],
  })
}

export const productStore = (db: Database) => {
  const products = db.tenant(productCollection)
  return {
    list: (workspaceId: Id, { search, categoryId, status, ...query }: ProductQuery) =>
      products(workspaceId).page({
        filter: {
          ...(categoryId && { categoryIds: categoryId }),
          ...(status && { status }),
          ...(search && { $and: searchWords(search).map((word) => ({ searchKeys: beginsWith(word) })) }),
        },
        query,
      }),

    get: (workspaceId: Id, id: Id) => products(workspaceId).get({ id }),
    getActive: (workspaceId: Id, slug: string) => products(workspaceId).get({ slug, status: 'active' }),
    findActive: (workspaceId: Id, slug: string) => products(workspaceId).findOne({ slug, status: 'active' }),
    /** Without reservations, of which a product that many people buy at once has many. */
    listActiveByIds: (workspaceId: Id, ids: readonly Id[]) =>
      products(workspaceId).find({ id: trusted({ $in: ids }), status: 'active' }, { omit: ['reservations'] }),
    /** Without reservations. */
    listByIds: (workspaceId: Id, ids: readonly Id[]) =>
      products(workspaceId).find({ id: trusted({ $in: ids }) }, { omit: ['reservations'] }),
    /** Returns the products that have one of these values. */
    findBy: async (workspaceId: Id, field: 'externalId' | 'slug', values: readonly string[]) => {
      const found = await products(workspaceId).find(
        { [field]: trusted({ $in: values }) },
        { select: [field] },
      )
      return found.map((product) => ({ id: product.id, value: product[field]! }))
    },
    hasSlug: (workspaceId: Id, slug: string) => products(workspaceId).exists({ slug }),
    haveImage: (workspaceId: Id, imageId: Id) => products(workspaceId).exists({ imageIds: imageId }),
    haveCategory: (workspaceId: Id, categoryId: Id) =>
      products(workspaceId).exists({ categoryIds: categoryId }),
    /** Lists the active products for the sitemap, newest first. */
    listActiveAddresses: (workspaceId: Id, limit: number) =>
      products(workspaceId).find(
        { status: 'active' },
        { sort: { createdAt: -1, id: -1 }, limit, select: ['slug', 'updatedAt'] },
      ),
    exist: (workspaceId: Id) => products(workspaceId).exists({}),

    insert: (workspaceId: Id, product: NewProductRecord) =>
      onConflict(
        () => products(workspaceId).insert({ ...product, searchKeys: searchKeys(product.name) }),
        slugTaken,
      ),
    update: (workspaceId: Id, id: Id, changes: Partial<NewProductRecord>) =>
      onConflict(
        () =>
          products(workspaceId).update(
            { id },
            { ...changes, ...(changes.name !== undefined && { searchKeys: searchKeys(changes.name) }) },
          ),
        slugTaken,
      ),
    remove: (workspaceId: Id, id: Id) => products(workspaceId).remove({ id }),
  }
}
