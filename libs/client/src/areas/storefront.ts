// Made by npm run wp -- docs from the route contracts: change those.
import type { Area } from '../route.ts'

export type Domain = {
  id: string
  workspaceId: string
  /** In punycode */
  domain: string
  status: 'pending' | 'active' | 'disabled'
  /** Goes into a TXT record at `_wp-verify.<domain>` */
  verificationToken: string
  /** `pending` from the verification on. Certificates are ordered by whoever runs the platform, outside of it: `issued` is not given yet */
  sslStatus: 'none' | 'pending' | 'issued'
  createdAt: string
  updatedAt: string
}

export type Job = {
  id: string
  kind: 'product-marketing-post'
  productId: string
  status: 'pending' | 'processing' | 'done' | 'failed'
  /** 0 to 100 */
  progress: number
  step: string | null
  message: string | null
  /** Whatever the workflow tool said last */
  meta: Record<string, unknown> | null
  createdAt: string
  updatedAt: string
}

export type Order = {
  id: string
  workspaceId: string
  storeId: string
  status: 'pending' | 'confirmed' | 'fulfilled' | 'cancelled'
  customer: {
    name: string
    email: string | null
    phone: string | null
  }
  /** Names and prices as they were when it was placed */
  items: {
    productId: string
    name: string
    quantity: number
    unitPrice: number
    total: number
  }[]
  total: number
  currencyCode: string
  createdAt: string
  updatedAt: string
}

export type ContentPage = {
  id: string
  workspaceId: string
  storeId: string
  slug: string
  type: 'about-us' | 'contact-us' | 'privacy-policy' | 'terms-and-return' | 'faq' | 'custom'
  title: string
  /** HTML, cleaned: no scripts, styles, forms or frames */
  content: string
  status: 'draft' | 'active' | 'archived'
  sortOrder: number
  createdAt: string
  updatedAt: string
}

export type Product = {
  id: string
  workspaceId: string
  storeId: string
  name: string
  slug: string
  description: string | null
  price: number
  currencyCode: string
  /** null: not counted */
  stock: number | null
  images: string[]
  status: 'draft' | 'active' | 'archived'
  createdAt: string
  updatedAt: string
}

export type PublicStore = {
  id: string
  slug: string
  name: string
  currencyCode: string
  locale: 'en' | 'ar'
}

export type Store = {
  id: string
  workspaceId: string
  slug: string
  name: string
  currencyCode: string
  locale: 'en' | 'ar'
  isPublished: boolean
  createdAt: string
  updatedAt: string
}

export type Pagination = {
  page: number
  limit: number
  total: number
  totalPages: number
} | {
  limit: number
  nextCursor: string | null
}

/** What the routes of storefront take and give. */
export type StorefrontRoutes = {
  /** Serve the store on a verified domain again */
  activateDomain: {
    params: 'workspaceId' | 'domainId'
    reply: {
      domain: Domain
    }
  }
  /** Claim a domain; it serves the store once it is verified */
  createDomain: {
    params: 'workspaceId'
    body: {
      domain: string
    }
    reply: {
      domain: Domain
    }
  }
  /** Have a marketing post made for a product, by the configured workflow tool */
  createMarketingPost: {
    params: 'workspaceId' | 'productId'
    reply: {
      job: Job
    }
  }
  /** Order from a store */
  createOrder: {
    params: 'slug'
    body: {
      customer: {
        name: string
        email?: string | null
        phone?: string | null
      }
      items: {
        productId: string
        quantity: number
      }[]
    }
    reply: {
      order: Order
      token: string
    }
  }
  /** Add a content page; one for each built-in type, any number of custom ones */
  createPage: {
    params: 'workspaceId'
    body: {
      type: 'about-us' | 'contact-us' | 'privacy-policy' | 'terms-and-return' | 'faq' | 'custom'
      /** Of a custom page; the others bear the name of their type */
      slug?: string
      title: string
      content?: string
      status?: 'draft' | 'active' | 'archived'
      sortOrder?: number
    }
    reply: {
      page: ContentPage
    }
  }
  /** Add a product, priced in the store's currency */
  createProduct: {
    params: 'workspaceId'
    body: {
      name: string
      /** Left out: made from the name */
      slug?: string
      description?: string | null
      price: number
      stock?: number | null
      images?: string[]
      status?: 'draft' | 'active' | 'archived'
    }
    reply: {
      product: Product
    }
  }
  /** Takes the order form (application/x-www-form-urlencoded) and leads to the order */
  createShopOrder: {
    params: 'slug'
    body?: string | Uint8Array | Blob
    reply: null
  }
  /** Give a domain up; another workspace may claim it */
  deleteDomain: {
    params: 'workspaceId' | 'domainId'
    reply: null
  }
  /** Remove a content page */
  deletePage: {
    params: 'workspaceId' | 'pageId'
    reply: null
  }
  /** Remove the content page that `id` names, in the body or in the query */
  deletePageOfCollection: {
    params: 'workspaceId'
    query?: {
      id?: string
    }
    body?: {
      id?: string
    }
    reply: null
  }
  /** Remove a product; orders keep its name */
  deleteProduct: {
    params: 'workspaceId' | 'productId'
    reply: null
  }
  /** Stop serving the store on a domain; everything is kept, and it can be activated again */
  disableDomain: {
    params: 'workspaceId' | 'domainId'
    reply: {
      domain: Domain
    }
  }
  /** One job */
  getJob: {
    params: 'workspaceId' | 'jobId'
    reply: {
      job: Job
    }
  }
  /** One order */
  getOrder: {
    params: 'workspaceId' | 'orderId'
    reply: {
      order: Order
    }
  }
  /** One product */
  getProduct: {
    params: 'workspaceId' | 'productId'
    reply: {
      product: Product
    }
  }
  /** An order, for the buyer who has its token */
  getPublicOrder: {
    params: 'orderId'
    query: {
      token: string
    }
    reply: {
      order: Order
    }
  }
  /** One active content page of a published store */
  getPublicPage: {
    params: 'slug' | 'pageSlug'
    reply: {
      page: ContentPage
    }
  }
  /** One active product of a published store */
  getPublicProduct: {
    params: 'slug' | 'productSlug'
    reply: {
      product: Product
    }
  }
  /** A published store */
  getPublicStore: {
    params: 'slug'
    reply: {
      store: PublicStore
    }
  }
  /** The front page of a shop: its products and pages */
  getShop: {
    params: 'slug'
    query?: {
      page?: number
    }
    reply: Blob
  }
  /** An order, for the buyer who has its token */
  getShopOrder: {
    params: 'slug' | 'orderId'
    query?: {
      token?: string
    }
    reply: Blob
  }
  /** A content page of a shop */
  getShopPage: {
    params: 'slug' | 'pageSlug'
    reply: Blob
  }
  /** A product of a shop, with the form that orders it */
  getShopProduct: {
    params: 'slug' | 'productSlug'
    reply: Blob
  }
  /** The style sheet of shop pages */
  getShopStyle: {
    params: 'slug'
    reply: Blob
  }
  /** The workspace's store */
  getStore: {
    params: 'workspaceId'
    reply: {
      store: Store
    }
  }
  /** Domains of the store, newest first */
  listDomains: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
    }
    reply: {
      domains: Domain[]
      pagination: Pagination
    }
    item: Domain
  }
  /** Jobs, newest first */
  listJobs: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      status?: 'pending' | 'processing' | 'done' | 'failed'
    }
    reply: {
      jobs: Job[]
      pagination: Pagination
    }
    item: Job
  }
  /** Orders, newest first */
  listOrders: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      status?: 'pending' | 'confirmed' | 'fulfilled' | 'cancelled'
    }
    reply: {
      orders: Order[]
      pagination: Pagination
    }
    item: Order
  }
  /** The content pages of the store, by sortOrder, then by age */
  listPages: {
    params: 'workspaceId'
    reply: {
      pages: ContentPage[]
    }
  }
  /** Products, newest first; by status, or by the beginning of a word of the name */
  listProducts: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      /** Beginning of a word of the name */
      search?: string
      status?: 'draft' | 'active' | 'archived'
    }
    reply: {
      products: Product[]
      pagination: Pagination
    }
    item: Product
  }
  /** The active content pages of a published store, by sortOrder, then by age */
  listPublicPages: {
    params: 'slug'
    reply: {
      pages: ContentPage[]
    }
  }
  /** The active products of a published store, newest first */
  listPublicProducts: {
    params: 'slug'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      /** Beginning of a word of the name */
      search?: string
    }
    reply: {
      products: Product[]
      pagination: Pagination
    }
    item: Product
  }
  /** Open the store, or change it */
  putStore: {
    params: 'workspaceId'
    body: {
      slug: string
      name: string
      currencyCode?: string
      locale?: 'en' | 'ar'
      isPublished?: boolean
    }
    reply: {
      store: Store
    }
  }
  /** Move an order: pending to confirmed, confirmed to fulfilled, either to cancelled (its stock returns) */
  setOrderStatus: {
    params: 'workspaceId' | 'orderId'
    body: {
      status: 'pending' | 'confirmed' | 'fulfilled' | 'cancelled'
    }
    reply: {
      order: Order
    }
  }
  /** The workflow tool says how far a job is */
  updateJobProgress: {
    body: {
      jobId: string
      status: 'processing' | 'done' | 'failed'
      progress: number
      step: string
      message: string
      /** At most 64 KiB; left out: what the job holds stays */
      meta?: Record<string, unknown>
      /** Rises with each update; an older one is ignored */
      sequence?: number
    }
    reply: {
      success: boolean
      message: string
    }
  }
  /** Change a content page; its type stays */
  updatePage: {
    params: 'workspaceId' | 'pageId'
    body: {
      /** Of a custom page; the others bear the name of their type */
      slug?: string
      title?: string
      content?: string
      status?: 'draft' | 'active' | 'archived'
      sortOrder?: number
    }
    reply: {
      page: ContentPage
    }
  }
  /** Change the content page that `id` names, in the body or in the query */
  updatePageOfCollection: {
    params: 'workspaceId'
    query?: {
      id?: string
    }
    body: {
      /** Of a custom page; the others bear the name of their type */
      slug?: string
      title?: string
      content?: string
      status?: 'draft' | 'active' | 'archived'
      sortOrder?: number
      id?: string
    }
    reply: {
      page: ContentPage
    }
  }
  /** Change a product; orders keep the name and price of their time */
  updateProduct: {
    params: 'workspaceId' | 'productId'
    body: {
      name?: string
      /** Left out: made from the name */
      slug?: string
      description?: string | null
      price?: number
      stock?: number | null
      images?: string[]
      status?: 'draft' | 'active' | 'archived'
    }
    reply: {
      product: Product
    }
  }
  /** Look for the TXT record; when it is there, the domain becomes active (a disabled one stays disabled) */
  verifyDomain: {
    params: 'workspaceId' | 'domainId'
    reply: {
      domain: Domain
    }
  }
}

/** The routes of storefront, for `client.use`. */
export const storefront: Area<StorefrontRoutes> = {
  activateDomain: { method: 'PATCH', path: '/workspace/:workspaceId/storefront/domain/:domainId/activate' },
  createDomain: { method: 'POST', path: '/workspace/:workspaceId/storefront/domain', creates: true },
  createMarketingPost: { method: 'POST', path: '/workspace/:workspaceId/storefront/products/:productId/marketing-posts', creates: true },
  createOrder: { method: 'POST', path: '/public/storefront/stores/:slug/orders', open: true, creates: true },
  createPage: { method: 'POST', path: '/workspace/:workspaceId/storefront/content-pages', creates: true },
  createProduct: { method: 'POST', path: '/workspace/:workspaceId/storefront/products', creates: true },
  createShopOrder: { method: 'POST', path: '/shop/:slug/orders', root: true, open: true },
  deleteDomain: { method: 'DELETE', path: '/workspace/:workspaceId/storefront/domain/:domainId' },
  deletePage: { method: 'DELETE', path: '/workspace/:workspaceId/storefront/content-pages/:pageId' },
  deletePageOfCollection: { method: 'DELETE', path: '/workspace/:workspaceId/storefront/content-pages' },
  deleteProduct: { method: 'DELETE', path: '/workspace/:workspaceId/storefront/products/:productId' },
  disableDomain: { method: 'PATCH', path: '/workspace/:workspaceId/storefront/domain/:domainId/disable' },
  getJob: { method: 'GET', path: '/workspace/:workspaceId/jobs/:jobId' },
  getOrder: { method: 'GET', path: '/workspace/:workspaceId/storefront/orders/:orderId' },
  getProduct: { method: 'GET', path: '/workspace/:workspaceId/storefront/products/:productId' },
  getPublicOrder: { method: 'GET', path: '/public/storefront/orders/:orderId', open: true },
  getPublicPage: { method: 'GET', path: '/public/storefront/stores/:slug/content-pages/:pageSlug', open: true },
  getPublicProduct: { method: 'GET', path: '/public/storefront/stores/:slug/products/:productSlug', open: true },
  getPublicStore: { method: 'GET', path: '/public/storefront/stores/:slug', open: true },
  getShop: { method: 'GET', path: '/shop/:slug', root: true, open: true },
  getShopOrder: { method: 'GET', path: '/shop/:slug/orders/:orderId', root: true, open: true },
  getShopPage: { method: 'GET', path: '/shop/:slug/pages/:pageSlug', root: true, open: true },
  getShopProduct: { method: 'GET', path: '/shop/:slug/products/:productSlug', root: true, open: true },
  getShopStyle: { method: 'GET', path: '/shop/:slug/style.css', root: true, open: true },
  getStore: { method: 'GET', path: '/workspace/:workspaceId/storefront/store' },
  listDomains: { method: 'GET', path: '/workspace/:workspaceId/storefront/domain', list: 'domains' },
  listJobs: { method: 'GET', path: '/workspace/:workspaceId/jobs', list: 'jobs' },
  listOrders: { method: 'GET', path: '/workspace/:workspaceId/storefront/orders', list: 'orders' },
  listPages: { method: 'GET', path: '/workspace/:workspaceId/storefront/content-pages' },
  listProducts: { method: 'GET', path: '/workspace/:workspaceId/storefront/products', list: 'products' },
  listPublicPages: { method: 'GET', path: '/public/storefront/stores/:slug/content-pages', open: true },
  listPublicProducts: { method: 'GET', path: '/public/storefront/stores/:slug/products', open: true, list: 'products' },
  putStore: { method: 'PUT', path: '/workspace/:workspaceId/storefront/store' },
  setOrderStatus: { method: 'PATCH', path: '/workspace/:workspaceId/storefront/orders/:orderId/status' },
  updateJobProgress: { method: 'POST', path: '/webhooks/jobs/workflow/update-product-marketing-post-generatorn-progress', open: true },
  updatePage: { method: 'PATCH', path: '/workspace/:workspaceId/storefront/content-pages/:pageId' },
  updatePageOfCollection: { method: 'PATCH', path: '/workspace/:workspaceId/storefront/content-pages' },
  updateProduct: { method: 'PATCH', path: '/workspace/:workspaceId/storefront/products/:productId' },
  verifyDomain: { method: 'POST', path: '/workspace/:workspaceId/storefront/domain/:domainId/verify' },
}
