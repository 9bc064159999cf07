// Made by npm run wp -- docs from the route contracts: change those.
import type { Area } from '../route.ts'

export type AdminWorkspace = {
  id: string
  name: string | null
  email: string
  planId: string
  plan: {
    id: string
    name: string
    slug: string
    isActive: boolean
    pricePeriods: PricePeriod[]
  }
  businessCategorySlug: string
  marketingOptIn: boolean
  subscriptionEndDate: string | null
  discountPercentage: number | null
  additionalStorageMB: number
  invoiceAdditions: InvoiceAddition[]
  createdAt: string
  updatedAt: string
}

export type PricePeriod = {
  period: 'monthly' | 'quarterly' | 'semiannual' | 'annual'
  amountCents: number
  currencyCode: string
}

export type InvoiceAddition = {
  id: string
  reason: string
  quantity: number
  unitPrice: number
  total: number
  createdAt: string
  createdBy: string
}

export type BusinessCategory = {
  id: string
  slug: string
  name: string
  isActive: boolean
  sortOrder: number
  discountPercentage: number | null
  translations: {
    locale: string
    name: string
  }[]
  createdAt: string
  updatedAt: string
}

export type Payment = {
  id: string
  workspaceId: string
  type: 'subscription' | 'sms' | 'storage' | 'ai-tools'
  amount: number
  currencyCode: string
  paidAt: string
  note: string | null
  createdAt: string
  createdBy: string
}

export type Plan = {
  id: string
  name: string
  slug: string
  description: string | null
  isActive: boolean
  sortOrder: number
  trialPeriodDays: number | null
  pricePeriods: PricePeriod[]
  features: {
    key: string
    translations: {
      locale: string
      label: string
      description: string | null
    }[]
  }[]
  flags: {
    key: string
    value: string
  }[]
  translations: {
    locale: string
    name: string
    description: string | null
    logoImage: string | null
    bannerImage: string | null
  }[]
  createdAt: string
  updatedAt: string
}

export type PlatformExpense = {
  id: string
  category: string
  amount: number
  currencyCode: string
  spentAt: string
  note: string | null
  createdAt: string
  createdBy: string
}

export type DashboardOverview = {
  metrics: {
    totalBusinesses: number
    pendingApprovals: number
    activeSubscriptions: number
    basicPlanAndAddonsActive: number
    basicPlanAndAddonsMonthlyUsd: number
    monthlyRecurringRevenue: number
    monthlyRevenue: number
  }
  paymentStats: {
    today: {
      amount: number
      count: number
    }
    thisWeek: {
      amount: number
      count: number
    }
    thisMonth: {
      amount: number
      count: number
    }
    total: {
      amount: number
      count: number
    }
  }
  revenueByType: {
    'ai-tools': number
    sms: number
    storage: number
    subscription: number
  }
  expenseStats: {
    today: {
      amount: number
      count: number
    }
    thisWeek: {
      amount: number
      count: number
    }
    thisMonth: {
      amount: number
      count: number
    }
    total: {
      amount: number
      count: number
    }
  }
  attentionOrders: AttentionOrder[]
}

export type AttentionOrder = {
  id: string
  workspaceId: string
  status: string
  total: number
  createdAt: string
}

export type OwnStorage = {
  /** null: no limit */
  quotaBytes: number | null
  usedBytes: number
  planStorageMB: number | null
  additionalStorageMB: number
  services: {
    service: string
    usedBytes: number
  }[]
}

export type OwnSubscription = {
  workspaceId: string
  plan: {
    id: string
    name: string
    slug: string
    isActive: boolean
    pricePeriods: PricePeriod[]
  }
  isActive: boolean
  subscriptionEndDate: string | null
  /** The discount that applies to the next renewal */
  discountPercentage: number | null
  /** null: no limit */
  limits: {
    maxStaff: number | null
    storageMB: number | null
  }
  staffUsed: number
  /** For the shortest period for which the plan has a price */
  nextRenewal: RenewalQuote | null
}

export type RenewalQuote = {
  period: 'monthly' | 'quarterly' | 'semiannual' | 'annual'
  lines: {
    kind: 'plan' | 'discount' | 'addition'
    label: string
    amount: number
  }[]
  total: number
  currencyCode: string
}

export type Webhook = {
  id: string
  method: 'GET' | 'POST'
  /** Values that may contain secrets are masked */
  headers: Record<string, string>
  contentType: string | null
  isJson: boolean
  /** The JSON value, or the text when it is not JSON or nested too deeply */
  body: unknown
  /** The body as received; base64 when it is not UTF-8 text */
  rawBody: string
  encoding: 'utf8' | 'base64'
  sizeBytes: number
  verification: 'unsigned' | 'verified' | 'failed' | 'no-secret'
  ip: string
  createdAt: string
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

export type WebhookSummary = {
  id: string
  method: 'GET' | 'POST'
  /** Values that may contain secrets are masked */
  headers: Record<string, string>
  contentType: string | null
  isJson: boolean
  encoding: 'utf8' | 'base64'
  sizeBytes: number
  verification: 'unsigned' | 'verified' | 'failed' | 'no-secret'
  ip: string
  createdAt: string
}

/** What the routes of admin-billing take and give. */
export type AdminBillingRoutes = {
  /** Assign a plan to a workspace */
  assignPlan: {
    params: 'workspaceId'
    body: {
      planId: string
    }
    reply: {
      message: string
      workspace: AdminWorkspace
    }
  }
  /** Create a business category */
  createBusinessCategory: {
    body: {
      slug: string
      name: string
      isActive?: boolean
      sortOrder?: number
      discountPercentage?: number | null
      translations?: {
        locale: string
        name: string
      }[]
    }
    reply: {
      businessCategory: BusinessCategory
    }
  }
  /** Create an invoice addition */
  createInvoiceAddition: {
    params: 'workspaceId'
    body: {
      reason: string
      quantity: number
      unitPrice: number
    }
    reply: InvoiceAddition
  }
  /** Record a payment of a workspace */
  createPayment: {
    body: {
      workspaceId: string
      type: 'subscription' | 'sms' | 'storage' | 'ai-tools'
      amount: number
      currencyCode?: string
      paidAt?: string
      note?: string | null
    }
    reply: {
      payment: Payment
    }
  }
  /** Create a plan */
  createPlan: {
    body: {
      name: string
      slug: string
      description?: string | null
      isActive?: boolean
      sortOrder?: number
      trialPeriodDays?: number | null
      pricePeriods?: PricePeriod[]
      features?: {
        key: string
        translations: {
          locale: string
          label: string
          description?: string | null
        }[]
      }[]
      flags?: {
        key: string
        value: string
      }[]
      translations?: {
        locale: string
        name: string
        description?: string | null
        logoImage?: string | null
        bannerImage?: string | null
      }[]
    }
    reply: {
      plan: Plan
    }
  }
  /** Record a platform expense */
  createPlatformExpense: {
    body: {
      category: string
      amount: number
      currencyCode?: string
      spentAt?: string
      note?: string | null
    }
    reply: {
      expense: PlatformExpense
    }
  }
  /** Delete an invoice addition */
  deleteInvoiceAddition: {
    params: 'workspaceId' | 'additionId'
    reply: null
  }
  /** Delete a plan */
  deletePlan: {
    params: 'planId'
    reply: null
  }
  /** Get a workspace */
  getAdminWorkspace: {
    params: 'workspaceId'
    reply: {
      workspace: AdminWorkspace
    }
  }
  /** Get the platform dashboard */
  getDashboardOverview: {
    reply: DashboardOverview
  }
  /** Get a dashboard time series */
  getDashboardTimeseries: {
    query: {
      metric: 'revenue' | 'signups' | 'activeSubscriptions'
      from?: string
      to?: string
    }
    reply: {
      series: {
        date: string
        value: number
      }[]
    }
  }
  /** Get the storage of your workspace */
  getOwnStorage: {
    params: 'workspaceId'
    reply: {
      storage: OwnStorage
    }
  }
  /** Get the subscription of your workspace */
  getOwnSubscription: {
    params: 'workspaceId'
    reply: {
      subscription: OwnSubscription
    }
  }
  /** Get a plan */
  getPlan: {
    params: 'planId'
    reply: {
      plan: Plan
    }
  }
  /** Get a renewal quote */
  getRenewalQuote: {
    params: 'workspaceId'
    query: {
      period: 'monthly' | 'quarterly' | 'semiannual' | 'annual'
    }
    reply: {
      quote: RenewalQuote
    }
  }
  /** Get a webhook */
  getWebhook: {
    params: 'id'
    reply: {
      webhook: Webhook
    }
  }
  /** List workspaces */
  listAdminWorkspaces: {
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      search?: string
      planId?: string
      businessCategorySlug?: string
      subscription?: 'active' | 'expired'
    }
    reply: {
      workspaces: AdminWorkspace[]
      pagination: Pagination
    }
    item: AdminWorkspace
  }
  /** List business categories */
  listBusinessCategories: {
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
    }
    reply: {
      businessCategories: BusinessCategory[]
      pagination: Pagination
    }
    item: BusinessCategory
  }
  /** List invoice additions */
  listInvoiceAdditions: {
    params: 'workspaceId'
    reply: {
      invoiceAdditions: InvoiceAddition[]
    }
  }
  /** List payments */
  listPayments: {
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      workspaceId?: string
      type?: 'subscription' | 'sms' | 'storage' | 'ai-tools'
      from?: string
      to?: string
    }
    reply: {
      payments: Payment[]
      pagination: Pagination
    }
    item: Payment
  }
  /** List plans */
  listPlans: {
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
    }
    reply: {
      plans: Plan[]
      pagination: Pagination
    }
    item: Plan
  }
  /** List platform expenses */
  listPlatformExpenses: {
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      category?: string
      from?: string
      to?: string
    }
    reply: {
      expenses: PlatformExpense[]
      pagination: Pagination
    }
    item: PlatformExpense
  }
  /** List active business categories */
  listPublicBusinessCategories: {
    query?: {
      locale?: string
    }
    reply: {
      businessCategories: BusinessCategory[]
    }
  }
  /** List active plans */
  listPublicPlans: {
    query?: {
      locale?: string
    }
    reply: {
      plans: Plan[]
    }
  }
  /** List webhooks */
  listWebhooks: {
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      search?: string
      method?: 'GET' | 'POST'
      verification?: 'unsigned' | 'verified' | 'failed' | 'no-secret'
      from?: string
      to?: string
    }
    reply: {
      webhooks: WebhookSummary[]
      pagination: Pagination
    }
    item: WebhookSummary
  }
  /** Send a webhook */
  receiveWebhook: {
    body?: string | Uint8Array | Blob
    reply: {
      success: boolean
      message: string
    }
  }
  /** Renew a subscription */
  renewSubscription: {
    params: 'workspaceId'
    body: {
      period: 'monthly' | 'quarterly' | 'semiannual' | 'annual'
    }
    reply: {
      payment: Payment
      workspace: AdminWorkspace
    }
  }
  /** Test the webhook endpoint */
  testWebhook: {
    reply: {
      success: boolean
      message: string
    }
  }
  /** Update a business category */
  updateBusinessCategory: {
    params: 'slug'
    body: {
      name?: string
      isActive?: boolean
      sortOrder?: number
      discountPercentage?: number | null
      translations?: {
        locale: string
        name: string
      }[]
    }
    reply: {
      businessCategory: BusinessCategory
    }
  }
  /** Update an invoice addition */
  updateInvoiceAddition: {
    params: 'workspaceId' | 'additionId'
    body: {
      reason?: string
      quantity?: number
      unitPrice?: number
    }
    reply: InvoiceAddition
  }
  /** Update a plan */
  updatePlan: {
    params: 'planId'
    body: {
      name?: string
      slug?: string
      description?: string | null
      isActive?: boolean
      sortOrder?: number
      trialPeriodDays?: number | null
      pricePeriods?: PricePeriod[]
      features?: {
        key: string
        translations: {
          locale: string
          label: string
          description?: string | null
        }[]
      }[]
      flags?: {
        key: string
        value: string
      }[]
      translations?: {
        locale: string
        name: string
        description?: string | null
        logoImage?: string | null
        bannerImage?: string | null
      }[]
    }
    reply: {
      plan: Plan
    }
  }
  /** Set the additional storage of a workspace */
  updateStorage: {
    params: 'workspaceId'
    body: {
      additionalStorageMB: number
    }
    reply: {
      workspace: AdminWorkspace
    }
  }
  /** Update a subscription */
  updateSubscription: {
    params: 'workspaceId'
    body: {
      subscriptionEndDate?: string | null
      discountPercentage?: number | null
    }
    reply: {
      workspace: AdminWorkspace
    }
  }
}

/** The routes of admin-billing, for `client.use`. */
export const adminBilling: Area<AdminBillingRoutes> = {
  assignPlan: { method: 'PATCH', path: '/admin/workspaces/:workspaceId/plan' },
  createBusinessCategory: { method: 'POST', path: '/admin/business-categories', creates: true },
  createInvoiceAddition: { method: 'POST', path: '/admin/workspaces/:workspaceId/invoice-additions', creates: true },
  createPayment: { method: 'POST', path: '/admin/payments', creates: true },
  createPlan: { method: 'POST', path: '/admin/plans', creates: true },
  createPlatformExpense: { method: 'POST', path: '/admin/expenses', creates: true },
  deleteInvoiceAddition: { method: 'DELETE', path: '/admin/workspaces/:workspaceId/invoice-additions/:additionId' },
  deletePlan: { method: 'DELETE', path: '/admin/plans/:planId' },
  getAdminWorkspace: { method: 'GET', path: '/admin/workspaces/:workspaceId' },
  getDashboardOverview: { method: 'GET', path: '/admin/dashboard/overview' },
  getDashboardTimeseries: { method: 'GET', path: '/admin/dashboard/timeseries' },
  getOwnStorage: { method: 'GET', path: '/workspace/:workspaceId/storage' },
  getOwnSubscription: { method: 'GET', path: '/workspace/:workspaceId/subscription' },
  getPlan: { method: 'GET', path: '/admin/plans/:planId' },
  getRenewalQuote: { method: 'GET', path: '/admin/workspaces/:workspaceId/renewal-quote' },
  getWebhook: { method: 'GET', path: '/admin/webhooks/:id' },
  listAdminWorkspaces: { method: 'GET', path: '/admin/workspaces', list: 'workspaces' },
  listBusinessCategories: { method: 'GET', path: '/admin/business-categories', list: 'businessCategories' },
  listInvoiceAdditions: { method: 'GET', path: '/admin/workspaces/:workspaceId/invoice-additions' },
  listPayments: { method: 'GET', path: '/admin/payments', list: 'payments' },
  listPlans: { method: 'GET', path: '/admin/plans', list: 'plans' },
  listPlatformExpenses: { method: 'GET', path: '/admin/expenses', list: 'expenses' },
  listPublicBusinessCategories: { method: 'GET', path: '/public/business-categories', open: true },
  listPublicPlans: { method: 'GET', path: '/public/plans', open: true },
  listWebhooks: { method: 'GET', path: '/admin/webhooks', list: 'webhooks' },
  receiveWebhook: { method: 'POST', path: '/webhooks', open: true },
  renewSubscription: { method: 'POST', path: '/admin/workspaces/:workspaceId/renewals', creates: true },
  testWebhook: { method: 'GET', path: '/webhooks', open: true },
  updateBusinessCategory: { method: 'PATCH', path: '/admin/business-categories/:slug' },
  updateInvoiceAddition: { method: 'PATCH', path: '/admin/workspaces/:workspaceId/invoice-additions/:additionId' },
  updatePlan: { method: 'PATCH', path: '/admin/plans/:planId' },
  updateStorage: { method: 'PATCH', path: '/admin/workspaces/:workspaceId/storage' },
  updateSubscription: { method: 'PATCH', path: '/admin/workspaces/:workspaceId/subscription' },
}
