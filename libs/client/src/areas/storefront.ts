// Made by npm run wp -- docs from the route contracts: change those.
import type { Area } from '../route.ts'

export type Domain = {
  id: string
  workspaceId: string
  /** In Punycode */
  domain: string
  status: 'pending' | 'active' | 'disabled'
  /** Put it into a TXT record at `_wp-verify.<domain>` */
  verificationToken: string
  /** `pending` once verified. The operator of the platform orders certificates separately; `issued` is not used yet. */
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
  /** The last value sent by the workflow tool */
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
  /** Names and prices at the time of the order */
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
  /** Sanitized HTML without scripts, styles, forms and frames */
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
  /** Null when stock is not tracked */
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
  /** Activate a domain */
  activateDomain: {
    params: 'workspaceId' | 'domainId'
    reply: {
      domain: Domain
    }
  }
  /** Claim a domain */
  createDomain: {
    params: 'workspaceId'
    body: {
      domain: string
    }
    reply: {
      domain: Domain
    }
  }
  /** Create a marketing post for a product */
  createMarketingPost: {
    params: 'workspaceId' | 'productId'
    reply: {
      job: Job
    }
  }
  /** Place an order */
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
  /** Create a content page */
  createPage: {
    params: 'workspaceId'
    body: {
      type: 'about-us' | 'contact-us' | 'privacy-policy' | 'terms-and-return' | 'faq' | 'custom'
      /** For custom pages only; the slug of other pages is their type */
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
  /** Create a product */
  createProduct: {
    params: 'workspaceId'
    body: {
      name: string
      /** Derived from the name when omitted */
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
  /** Submit the order form */
  createShopOrder: {
    params: 'slug'
    body?: string | Uint8Array | Blob
    reply: null
  }
  /** Delete a domain */
  deleteDomain: {
    params: 'workspaceId' | 'domainId'
    reply: null
  }
  /** Delete a content page */
  deletePage: {
    params: 'workspaceId' | 'pageId'
    reply: null
  }
  /** Delete a content page by id */
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
  /** Delete a product */
  deleteProduct: {
    params: 'workspaceId' | 'productId'
    reply: null
  }
  /** Disable a domain */
  disableDomain: {
    params: 'workspaceId' | 'domainId'
    reply: {
      domain: Domain
    }
  }
  /** Get a job */
  getJob: {
    params: 'workspaceId' | 'jobId'
    reply: {
      job: Job
    }
  }
  /** Get an order */
  getOrder: {
    params: 'workspaceId' | 'orderId'
    reply: {
      order: Order
    }
  }
  /** Get a product */
  getProduct: {
    params: 'workspaceId' | 'productId'
    reply: {
      product: Product
    }
  }
  /** Get an order as its buyer */
  getPublicOrder: {
    params: 'orderId'
    query: {
      token: string
    }
    reply: {
      order: Order
    }
  }
  /** Get a public content page */
  getPublicPage: {
    params: 'slug' | 'pageSlug'
    reply: {
      page: ContentPage
    }
  }
  /** Get a public product */
  getPublicProduct: {
    params: 'slug' | 'productSlug'
    reply: {
      product: Product
    }
  }
  /** Get a published store */
  getPublicStore: {
    params: 'slug'
    reply: {
      store: PublicStore
    }
  }
  /** Get the front page of a shop */
  getShop: {
    params: 'slug'
    query?: {
      page?: number
    }
    reply: Blob
  }
  /** Get the page of an order */
  getShopOrder: {
    params: 'slug' | 'orderId'
    query?: {
      token?: string
    }
    reply: Blob
  }
  /** Get a content page of a shop */
  getShopPage: {
    params: 'slug' | 'pageSlug'
    reply: Blob
  }
  /** Get the page of a product */
  getShopProduct: {
    params: 'slug' | 'productSlug'
    reply: Blob
  }
  /** Get the style sheet of shop pages */
  getShopStyle: {
    params: 'slug'
    reply: Blob
  }
  /** Get the store */
  getStore: {
    params: 'workspaceId'
    reply: {
      store: Store
    }
  }
  /** List domains */
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
  /** List jobs */
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
  /** List orders */
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
  /** List content pages */
  listPages: {
    params: 'workspaceId'
    reply: {
      pages: ContentPage[]
    }
  }
  /** List products */
  listProducts: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      /** Matches the beginning of words in the name */
      search?: string
      status?: 'draft' | 'active' | 'archived'
    }
    reply: {
      products: Product[]
      pagination: Pagination
    }
    item: Product
  }
  /** List public content pages */
  listPublicPages: {
    params: 'slug'
    reply: {
      pages: ContentPage[]
    }
  }
  /** List public products */
  listPublicProducts: {
    params: 'slug'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      /** Matches the beginning of words in the name */
      search?: string
    }
    reply: {
      products: Product[]
      pagination: Pagination
    }
    item: Product
  }
  /** Create or update the store */
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
  /** Change the status of an order */
  setOrderStatus: {
    params: 'workspaceId' | 'orderId'
    body: {
      status: 'pending' | 'confirmed' | 'fulfilled' | 'cancelled'
    }
    reply: {
      order: Order
    }
  }
  /** Report the progress of a job */
  updateJobProgress: {
    body: {
      jobId: string
      status: 'processing' | 'done' | 'failed'
      progress: number
      step: string
      message: string
      /** At most 64 KiB; the stored value stays when omitted */
      meta?: Record<string, unknown>
      /** Increases with each update; older updates are ignored */
      sequence?: number
    }
    reply: {
      success: boolean
      message: string
    }
  }
  /** Update a content page */
  updatePage: {
    params: 'workspaceId' | 'pageId'
    body: {
      /** For custom pages only; the slug of other pages is their type */
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
  /** Update a content page by id */
  updatePageOfCollection: {
    params: 'workspaceId'
    query?: {
      id?: string
    }
    body: {
      /** For custom pages only; the slug of other pages is their type */
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
  /** Update a product */
  updateProduct: {
    params: 'workspaceId' | 'productId'
    body: {
      name?: string
      /** Derived from the name when omitted */
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
  /** Verify a domain */
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
