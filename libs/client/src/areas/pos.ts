// Made by npm run wp -- docs from the route contracts: change those.
import type { Area } from '../route.ts'

export type PosInvoice = {
  id: string
  workspaceId: string
  /** The till session; null on an invoice that another service made */
  sessionId: string | null
  clientId: string | null
  clientName: string | null
  /** The appointment or lab test it was made from */
  reference: {
    type: 'session' | 'lab-test'
    id: string
  } | null
  /** Given at finalize, without gaps in a workspace */
  number: number | null
  status: 'draft' | 'finalized' | 'paid' | 'refunded' | 'void'
  currencyCode: string
  items: InvoiceItem[]
  /** In the order in which they apply */
  discounts: DiscountLine[]
  subtotal: number
  total: number
  payments: InvoicePayment[]
  refunds: InvoiceRefund[]
  paidAmount: number
  refundedAmount: number
  createdBy: string
  finalizedAt: string | null
  voidedAt: string | null
  createdAt: string
  updatedAt: string
}

export type InvoiceItem = {
  id: string
  productId: string | null
  serviceId: string | null
  name: string
  quantity: number
  unitPrice: number
  total: number
}

export type DiscountLine = {
  id: string
  kind: 'fixed' | 'percentage'
  /** An amount, or a percentage of the subtotal */
  value: number
  /** What it takes off: at most what the lines before it have left */
  amount: number
  reason: string
  source?: 'manual' | 'client'
}

export type InvoicePayment = {
  id: string
  method: 'cash' | 'card' | 'transfer'
  /** What was handed over */
  amount: number
  /** What was handed back of it */
  change: number
  /** The till session that took it */
  sessionId: string
  createdBy: string
  createdAt: string
}

export type InvoiceRefund = {
  id: string
  method: 'cash' | 'card' | 'transfer'
  amount: number
  reason: string
  /** The till session that paid it out */
  sessionId: string
  createdBy: string
  createdAt: string
}

export type TillSession = {
  id: string
  workspaceId: string
  register: string
  status: 'open' | 'closed'
  currencyCode: string
  openingFloat: number
  openedBy: string
  closedAt: string | null
  /** Float and cash taken, less change and cash refunds */
  expected: number | null
  counted: number | null
  /** Counted less expected */
  difference: number | null
  createdAt: string
  updatedAt: string
}

export type PosReceipt = {
  invoiceId: string
  number: number
  status: 'draft' | 'finalized' | 'paid' | 'refunded' | 'void'
  issuedAt: string
  business: {
    name: string | null
    phone: string | null
    email: string | null
  }
  clientName: string | null
  currencyCode: string
  items: {
    name: string
    quantity: number
    unitPrice: number
    total: number
  }[]
  discounts: {
    kind: 'fixed' | 'percentage'
    /** An amount, or a percentage of the subtotal */
    value: number
    /** What it takes off: at most what the lines before it have left */
    amount: number
    reason: string
  }[]
  subtotal: number
  total: number
  payments: {
    method: 'cash' | 'card' | 'transfer'
    /** What was handed over */
    amount: number
    /** What was handed back of it */
    change: number
    createdAt: string
  }[]
  refunds: {
    method: 'cash' | 'card' | 'transfer'
    amount: number
    reason: string
    createdAt: string
  }[]
  paidAmount: number
  refundedAmount: number
  /** What is still to be paid */
  dueAmount: number
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

/** What the routes of pos take and give. */
export type PosRoutes = {
  /** Append a discount line to a draft; answers the invoice itself */
  addInvoiceDiscount: {
    params: 'workspaceId' | 'invoiceId'
    body: {
      kind?: 'fixed' | 'percentage'
      /** An amount, or a percentage of at most 100 */
      value?: number
      /** In place of kind and value: the same as kind `fixed` */
      amount?: number
      reason: string
      /** Only kept, nothing follows from it */
      source?: 'manual' | 'client'
    }
    reply: PosInvoice
  }
  /** Add an item to a draft; answers the invoice itself */
  addInvoiceItem: {
    params: 'workspaceId' | 'invoiceId'
    body: {
      productId?: string | null
      serviceId?: string | null
      name: string
      quantity: number
      unitPrice: number
    }
    reply: PosInvoice
  }
  /** Close a register by what was counted; its drafts can then only be voided */
  closeTillSession: {
    params: 'workspaceId' | 'sessionId'
    body: {
      closingCount: number
    }
    reply: {
      session: TillSession
    }
  }
  /** Begin an invoice at an open till, in its currency */
  createInvoice: {
    params: 'workspaceId'
    body: {
      /** An open till session */
      sessionId: string
      clientId?: string | null
      items?: {
        productId?: string | null
        serviceId?: string | null
        name: string
        quantity: number
        unitPrice: number
      }[]
      /** Appends the client's own discount as a line */
      applyClientDiscount?: boolean
    }
    reply: {
      invoice: PosInvoice
    }
  }
  /** Make a draft final: takes its products from the stock and gives it its number */
  finalizeInvoice: {
    params: 'workspaceId' | 'invoiceId'
    reply: {
      invoice: PosInvoice
    }
  }
  /** One invoice */
  getInvoice: {
    params: 'workspaceId' | 'invoiceId'
    reply: {
      invoice: PosInvoice
    }
  }
  /** The receipt of an invoice that has its number; as text/html a page to print */
  getReceipt: {
    params: 'workspaceId' | 'invoiceId'
    query?: {
      /** Of the page; the workspace's own where it is one of these */
      language?: 'en' | 'ar'
    }
    reply: {
      receipt: PosReceipt
    }
    accept: 'text/html'
  }
  /** One till session */
  getTillSession: {
    params: 'workspaceId' | 'sessionId'
    reply: {
      session: TillSession
    }
  }
  /** Invoices, newest first; as text/csv all that match, whatever the page */
  listInvoices: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      status?: 'draft' | 'finalized' | 'paid' | 'refunded' | 'void'
      sessionId?: string
      clientId?: string
      number?: number
      from?: string
      to?: string
    }
    reply: {
      invoices: PosInvoice[]
      pagination: Pagination
    }
    item: PosInvoice
    accept: 'text/csv'
  }
  /** Till sessions, newest first */
  listTillSessions: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      register?: string
      status?: 'open' | 'closed'
    }
    reply: {
      sessions: TillSession[]
      pagination: Pagination
    }
    item: TillSession
  }
  /** Open a register; a register that is open already is 409 */
  openTillSession: {
    params: 'workspaceId'
    body: {
      register?: string
      openingFloat?: number
    }
    reply: {
      session: TillSession
    }
  }
  /** Take a payment for a finalized invoice; several until the total, cash beyond it gives change */
  payInvoice: {
    params: 'workspaceId' | 'invoiceId'
    body: {
      method: 'cash' | 'card' | 'transfer'
      amount: number
      /** An open till session; the invoice's own when left out */
      sessionId?: string
    }
    reply: {
      invoice: PosInvoice
      payment: InvoicePayment
    }
  }
  /** Give back a part or all of what was paid; once all of a paid invoice is given back its stock returns */
  refundInvoice: {
    params: 'workspaceId' | 'invoiceId'
    body: {
      method: 'cash' | 'card' | 'transfer'
      amount: number
      reason: string
      /** An open till session; the invoice's own when left out */
      sessionId?: string
    }
    reply: {
      invoice: PosInvoice
      refund: InvoiceRefund
    }
  }
  /** Remove a discount line from a draft; answers the invoice itself */
  removeInvoiceDiscount: {
    params: 'workspaceId' | 'invoiceId' | 'discountId'
    reply: PosInvoice
  }
  /** Remove an item from a draft; answers the invoice itself */
  removeInvoiceItem: {
    params: 'workspaceId' | 'invoiceId' | 'itemId'
    reply: PosInvoice
  }
  /** Change the name, quantity or price of an item of a draft; answers the invoice itself */
  updateInvoiceItem: {
    params: 'workspaceId' | 'invoiceId' | 'itemId'
    body: {
      name?: string
      quantity?: number
      unitPrice?: number
    }
    reply: PosInvoice
  }
  /** Give up an invoice of which nothing is paid, or everything paid was refunded; its stock returns */
  voidInvoice: {
    params: 'workspaceId' | 'invoiceId'
    reply: {
      invoice: PosInvoice
    }
  }
}

/** The routes of pos, for `client.use`. */
export const pos: Area<PosRoutes> = {
  addInvoiceDiscount: { method: 'POST', path: '/workspace/:workspaceId/pos/invoices/:invoiceId/discount', creates: true },
  addInvoiceItem: { method: 'POST', path: '/workspace/:workspaceId/pos/invoices/:invoiceId/items', creates: true },
  closeTillSession: { method: 'POST', path: '/workspace/:workspaceId/pos/sessions/:sessionId/close' },
  createInvoice: { method: 'POST', path: '/workspace/:workspaceId/pos/invoices', creates: true },
  finalizeInvoice: { method: 'POST', path: '/workspace/:workspaceId/pos/invoices/:invoiceId/finalize', creates: true },
  getInvoice: { method: 'GET', path: '/workspace/:workspaceId/pos/invoices/:invoiceId' },
  getReceipt: { method: 'GET', path: '/workspace/:workspaceId/pos/invoices/:invoiceId/receipt' },
  getTillSession: { method: 'GET', path: '/workspace/:workspaceId/pos/sessions/:sessionId' },
  listInvoices: { method: 'GET', path: '/workspace/:workspaceId/pos/invoices', list: 'invoices' },
  listTillSessions: { method: 'GET', path: '/workspace/:workspaceId/pos/sessions', list: 'sessions' },
  openTillSession: { method: 'POST', path: '/workspace/:workspaceId/pos/sessions', creates: true },
  payInvoice: { method: 'POST', path: '/workspace/:workspaceId/pos/invoices/:invoiceId/payments', creates: true },
  refundInvoice: { method: 'POST', path: '/workspace/:workspaceId/pos/invoices/:invoiceId/refunds', creates: true },
  removeInvoiceDiscount: { method: 'DELETE', path: '/workspace/:workspaceId/pos/invoices/:invoiceId/discount/:discountId' },
  removeInvoiceItem: { method: 'DELETE', path: '/workspace/:workspaceId/pos/invoices/:invoiceId/items/:itemId' },
  updateInvoiceItem: { method: 'PATCH', path: '/workspace/:workspaceId/pos/invoices/:invoiceId/items/:itemId' },
  voidInvoice: { method: 'POST', path: '/workspace/:workspaceId/pos/invoices/:invoiceId/void', creates: true },
}
