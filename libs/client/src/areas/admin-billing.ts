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
  /** The discount that counts at the next renewal */
  discountPercentage: number | null
  limits: {
    maxStaff: number | null
    storageMB: number | null
  }
  staffUsed: number
  /** For the shortest period that the plan is sold for */
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
  /** Secrets are masked */
  headers: Record<string, string>
  contentType: string | null
  isJson: boolean
  /** The JSON value; the text when it is no JSON, or nested too deeply to show */
  body: unknown
  /** The body as it was received; base64 when it is no text */
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
  /** Secrets are masked */
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
  /** Put the workspace on another active plan; the end of the subscription stays */
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
  /** Add a business category */
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
  /** Charge something beside the plan, undiscounted */
  createInvoiceAddition: {
    params: 'workspaceId'
    body: {
      reason: string
      quantity: number
      unitPrice: number
    }
    reply: InvoiceAddition
  }
  /** Record a payment that a workspace has made */
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
  /** Add a plan */
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
  /** Record an expense of the platform */
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
  /** Stop charging an invoice addition */
  deleteInvoiceAddition: {
    params: 'workspaceId' | 'additionId'
    reply: null
  }
  /** Remove a plan that no workspace is on; one in use can only be made inactive */
  deletePlan: {
    params: 'planId'
    reply: null
  }
  /** A workspace with its plan, subscription and invoice additions */
  getAdminWorkspace: {
    params: 'workspaceId'
    reply: {
      workspace: AdminWorkspace
    }
  }
  /** The figures of the platform at this moment, in USD, by UTC days; weeks begin on Sunday */
  getDashboardOverview: {
    reply: DashboardOverview
  }
  /** A figure for every UTC day, at most 3660 days; the last 30 days unless said otherwise. Active subscriptions are those at the end of a day (today: now), and stay what they were */
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
  /** The owner's view: how much may be stored, how much is, and by which service */
  getOwnStorage: {
    params: 'workspaceId'
    reply: {
      storage: OwnStorage
    }
  }
  /** The owner's view: plan, end, limits, and what the next renewal costs */
  getOwnSubscription: {
    params: 'workspaceId'
    reply: {
      subscription: OwnSubscription
    }
  }
  /** One plan */
  getPlan: {
    params: 'planId'
    reply: {
      plan: Plan
    }
  }
  /** What renewing now for a period would be charged, line by line */
  getRenewalQuote: {
    params: 'workspaceId'
    query: {
      period: 'monthly' | 'quarterly' | 'semiannual' | 'annual'
    }
    reply: {
      quote: RenewalQuote
    }
  }
  /** A recorded webhook with its body */
  getWebhook: {
    params: 'id'
    reply: {
      webhook: Webhook
    }
  }
  /** Workspaces, newest first; search by the beginnings of words of name and email */
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
  /** Every business category in display order */
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
  /** What is charged beside the plan at each renewal */
  listInvoiceAdditions: {
    params: 'workspaceId'
    reply: {
      invoiceAdditions: InvoiceAddition[]
    }
  }
  /** Payments of workspaces, newest first; from and to look at paidAt, both inclusive */
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
  /** Every plan in display order */
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
  /** Expenses of the platform, newest first; from and to look at spentAt, both inclusive */
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
  /** Active business categories in display order; locale picks the translation of the name */
  listPublicBusinessCategories: {
    query?: {
      locale?: string
    }
    reply: {
      businessCategories: BusinessCategory[]
    }
  }
  /** Active plans in display order; locale picks the translation of name and description */
  listPublicPlans: {
    query?: {
      locale?: string
    }
    reply: {
      plans: Plan[]
    }
  }
  /** Recorded webhooks of the last 30 days, newest first; search by the beginnings of words in body and headers */
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
  /** Record any JSON value or text for diagnostics; stored before it is answered */
  receiveWebhook: {
    body?: string | Uint8Array | Blob
    reply: {
      success: boolean
      message: string
    }
  }
  /** Charge a renewal and move the end of the subscription on; once for each Idempotency-Key */
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
  /** The same for testing: its headers are recorded */
  testWebhook: {
    reply: {
      success: boolean
      message: string
    }
  }
  /** Change a business category */
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
  /** Change an invoice addition; its total is computed again */
  updateInvoiceAddition: {
    params: 'workspaceId' | 'additionId'
    body: {
      reason?: string
      quantity?: number
      unitPrice?: number
    }
    reply: InvoiceAddition
  }
  /** Change a plan; workspaces on it see the new limits at once */
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
  /** Set the storage that the workspace has beyond its plan */
  updateStorage: {
    params: 'workspaceId'
    body: {
      additionalStorageMB: number
    }
    reply: {
      workspace: AdminWorkspace
    }
  }
  /** Move the end of the subscription, or change the discount; null means no end, and no own discount */
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
