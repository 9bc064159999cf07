// Made by npm run wp -- docs from the route contracts: change those.
import type { Area } from '../route.ts'

export type Expense = {
  id: string
  workspaceId: string
  title: string
  amount: number
  currencyCode: string
  date: string
  category: string | null
  account: string | null
  notes: string | null
  receipts: string[]
  /** The record that the entry belongs to. The amount of an entry booked by the platform is read only. */
  reference: {
    type: string
    id: string
  } | null
  vendor: string | null
  createdAt: string
  updatedAt: string
}

export type Income = {
  id: string
  workspaceId: string
  title: string
  amount: number
  currencyCode: string
  date: string
  category: string | null
  account: string | null
  notes: string | null
  receipts: string[]
  /** The record that the entry belongs to. The amount of an entry booked by the platform is read only. */
  reference: {
    type: string
    id: string
  } | null
  source: string | null
  /** The client who paid, when another service booked the income */
  clientId: string | null
  createdAt: string
  updatedAt: string
}

export type Receipt = {
  id: string
  /** URL of the file; requires a token of the workspace */
  url: string
  contentType: string
  sizeBytes: number
}

export type RecurringExpenseRule = {
  id: string
  workspaceId: string
  title: string
  amount: number
  currencyCode: string
  frequency: 'daily' | 'monthly' | 'yearly'
  /** Monthly and yearly rules only; null means the day of the start date */
  dayOfMonth: number | null
  /** Yearly rules only; null means the month of the start date */
  monthOfYear: number | null
  startDate: string
  /** The last day on which the rule can be due */
  endDate: string | null
  vendor: string | null
  category: string | null
  account: string | null
  notes: string | null
  status: 'active' | 'paused'
  createdAt: string
  updatedAt: string
}

export type Analytics = {
  groupBy: 'day' | 'week' | 'month'
  series: {
    /** The day, the Monday of the week, or the month as YYYY-MM */
    period: string
    currencyCode: string
    income: number
    expense: number
    net: number
  }[]
}

export type EntryStats = {
  from: string
  to: string
  /** One item per currency; amounts in different currencies are never added up */
  currencies: {
    currencyCode: string
    total: number
    count: number
    /** Rounded to the minor unit of the currency */
    average: number
    byCategory: {
      category: string | null
      total: number
      count: number
    }[]
    byAccount: {
      account: string | null
      total: number
      count: number
    }[]
    /** The preceding period: the same number of days, or of months when the range covers whole months */
    previous: {
      total: number
      count: number
    }
  }[]
}

export type RecurringExpenseOccurrence = {
  id: string
  workspaceId: string
  ruleId: string
  dueDate: string
  title: string
  amount: number
  currencyCode: string
  vendor: string | null
  category: string | null
  account: string | null
  notes: string | null
  status: 'pending' | 'posted' | 'skipped'
  expenseId: string | null
  createdAt: string
  updatedAt: string
}

export type OccurrenceStats = {
  from: string | null
  to: string | null
  currencies: {
    currencyCode: string
    pending: {
      total: number
      count: number
    }
    posted: {
      total: number
      count: number
    }
    skipped: {
      total: number
      count: number
    }
  }[]
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

/** What the routes of finance take and give. */
export type FinanceRoutes = {
  /** Create an expense */
  createExpense: {
    params: 'workspaceId'
    body: {
      title: string
      amount: number
      /** Defaults to the currency of the workspace */
      currencyCode?: string
      date: string
      category?: string | null
      account?: string | null
      notes?: string | null
      /** Ids of uploaded receipts; a receipt can be attached to one record only */
      receipts?: string[]
      reference?: {
        type: string
        id: string
      } | null
      vendor?: string | null
    }
    reply: {
      expense: Expense
    }
  }
  /** Create an income */
  createIncome: {
    params: 'workspaceId'
    body: {
      title: string
      amount: number
      /** Defaults to the currency of the workspace */
      currencyCode?: string
      date: string
      category?: string | null
      account?: string | null
      notes?: string | null
      /** Ids of uploaded receipts; a receipt can be attached to one record only */
      receipts?: string[]
      reference?: {
        type: string
        id: string
      } | null
      source?: string | null
    }
    reply: {
      income: Income
    }
  }
  /** Upload a receipt */
  createReceipt: {
    params: 'workspaceId'
    form: { file: Blob }
    reply: {
      receipt: Receipt
    }
  }
  /** Create a rule of a recurring expense */
  createRecurringExpenseRule: {
    params: 'workspaceId'
    body: {
      title: string
      amount: number
      /** Defaults to the currency of the workspace */
      currencyCode?: string
      frequency: 'daily' | 'monthly' | 'yearly'
      dayOfMonth?: number | null
      monthOfYear?: number | null
      /** At most 366 days ago; occurrences due since then are created with the rule */
      startDate: string
      endDate?: string | null
      vendor?: string | null
      category?: string | null
      account?: string | null
      notes?: string | null
    }
    reply: {
      rule: RecurringExpenseRule
    }
  }
  /** Delete an expense */
  deleteExpense: {
    params: 'workspaceId' | 'expenseId'
    reply: null
  }
  /** Delete an income */
  deleteIncome: {
    params: 'workspaceId' | 'incomeId'
    reply: null
  }
  /** Delete a receipt */
  deleteReceipt: {
    params: 'workspaceId' | 'receiptId'
    reply: null
  }
  /** Delete a rule of a recurring expense */
  deleteRecurringExpenseRule: {
    params: 'workspaceId' | 'ruleId'
    reply: null
  }
  /** Get incomes and expenses over time */
  getAnalytics: {
    params: 'workspaceId'
    query?: {
      groupBy?: 'day' | 'week' | 'month'
      /** Defaults to 29 days, 11 weeks or 11 months before `to` */
      from?: string
      /** Defaults to today */
      to?: string
    }
    reply: {
      analytics: Analytics
    }
  }
  /** Get an expense */
  getExpense: {
    params: 'workspaceId' | 'expenseId'
    reply: {
      expense: Expense
    }
  }
  /** Get expense statistics */
  getExpenseStats: {
    params: 'workspaceId'
    query?: {
      /** Defaults to the first day of the month of `to` */
      from?: string
      /** Defaults to today */
      to?: string
    }
    reply: {
      stats: EntryStats
    }
  }
  /** Get an income */
  getIncome: {
    params: 'workspaceId' | 'incomeId'
    reply: {
      income: Income
    }
  }
  /** Get income statistics */
  getIncomeStats: {
    params: 'workspaceId'
    query?: {
      /** Defaults to the first day of the month of `to` */
      from?: string
      /** Defaults to today */
      to?: string
    }
    reply: {
      stats: EntryStats
    }
  }
  /** Download the file of a receipt */
  getReceiptFile: {
    params: 'workspaceId' | 'receiptId'
    reply: Blob
  }
  /** Get an occurrence */
  getRecurringExpenseOccurrence: {
    params: 'workspaceId' | 'occurrenceId'
    reply: {
      occurrence: RecurringExpenseOccurrence
    }
  }
  /** Get totals of occurrences by status and currency */
  getRecurringExpenseOccurrenceStats: {
    params: 'workspaceId'
    query?: {
      ruleId?: string
      from?: string
      to?: string
    }
    reply: {
      stats: OccurrenceStats
    }
  }
  /** Get a rule of a recurring expense */
  getRecurringExpenseRule: {
    params: 'workspaceId' | 'ruleId'
    reply: {
      rule: RecurringExpenseRule
    }
  }
  /** List expenses */
  listExpenses: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      from?: string
      to?: string
      category?: string
      account?: string
      currencyCode?: string
      /** Matches the beginning of words in title and in vendor or source */
      search?: string
    }
    reply: {
      expenses: Expense[]
      pagination: Pagination
    }
    item: Expense
    accept: 'text/csv'
  }
  /** List incomes */
  listIncomes: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      from?: string
      to?: string
      category?: string
      account?: string
      currencyCode?: string
      /** Matches the beginning of words in title and in vendor or source */
      search?: string
    }
    reply: {
      incomes: Income[]
      pagination: Pagination
    }
    item: Income
    accept: 'text/csv'
  }
  /** List occurrences */
  listRecurringExpenseOccurrences: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      ruleId?: string
      from?: string
      to?: string
      status?: 'pending' | 'posted' | 'skipped'
    }
    reply: {
      occurrences: RecurringExpenseOccurrence[]
      pagination: Pagination
    }
    item: RecurringExpenseOccurrence
  }
  /** List rules of recurring expenses */
  listRecurringExpenseRules: {
    params: 'workspaceId'
    query?: {
      /** Page number, starting at 1 */
      page?: number
      /** Records per page */
      limit?: number
      /** Cursor for large lists, which are then not counted: empty for the first page, then nextCursor */
      after?: string
      status?: 'active' | 'paused'
      /** Rules that start on or after this day */
      from?: string
      /** Rules that start on or before this day */
      to?: string
    }
    reply: {
      rules: RecurringExpenseRule[]
      pagination: Pagination
    }
    item: RecurringExpenseRule
  }
  /** Pause a rule of a recurring expense */
  pauseRecurringExpenseRule: {
    params: 'workspaceId' | 'ruleId'
    reply: {
      rule: RecurringExpenseRule
    }
  }
  /** Post an occurrence */
  postRecurringExpenseOccurrence: {
    params: 'workspaceId' | 'occurrenceId'
    reply: {
      occurrence: RecurringExpenseOccurrence
      expense: Expense
    }
  }
  /** Resume a rule of a recurring expense */
  resumeRecurringExpenseRule: {
    params: 'workspaceId' | 'ruleId'
    reply: {
      rule: RecurringExpenseRule
    }
  }
  /** Skip an occurrence */
  skipRecurringExpenseOccurrence: {
    params: 'workspaceId' | 'occurrenceId'
    reply: {
      occurrence: RecurringExpenseOccurrence
    }
  }
  /** Update an expense */
  updateExpense: {
    params: 'workspaceId' | 'expenseId'
    body: {
      title?: string
      amount?: number
      currencyCode?: string
      date?: string
      category?: string | null
      account?: string | null
      notes?: string | null
      /** Ids of uploaded receipts; a receipt can be attached to one record only */
      receipts?: string[]
      reference?: {
        type: string
        id: string
      } | null
      vendor?: string | null
    }
    reply: {
      expense: Expense
    }
  }
  /** Update an income */
  updateIncome: {
    params: 'workspaceId' | 'incomeId'
    body: {
      title?: string
      amount?: number
      currencyCode?: string
      date?: string
      category?: string | null
      account?: string | null
      notes?: string | null
      /** Ids of uploaded receipts; a receipt can be attached to one record only */
      receipts?: string[]
      reference?: {
        type: string
        id: string
      } | null
      source?: string | null
    }
    reply: {
      income: Income
    }
  }
  /** Update a rule of a recurring expense */
  updateRecurringExpenseRule: {
    params: 'workspaceId' | 'ruleId'
    body: {
      title?: string
      amount?: number
      currencyCode?: string
      frequency?: 'daily' | 'monthly' | 'yearly'
      dayOfMonth?: number | null
      monthOfYear?: number | null
      startDate?: string
      endDate?: string | null
      vendor?: string | null
      category?: string | null
      account?: string | null
      notes?: string | null
    }
    reply: {
      rule: RecurringExpenseRule
    }
  }
}

/** The routes of finance, for `client.use`. */
export const finance: Area<FinanceRoutes> = {
  createExpense: { method: 'POST', path: '/client/workspace/:workspaceId/expenses', creates: true },
  createIncome: { method: 'POST', path: '/client/workspace/:workspaceId/incomes', creates: true },
  createReceipt: { method: 'POST', path: '/client/workspace/:workspaceId/receipts', creates: true, file: 'file' },
  createRecurringExpenseRule: { method: 'POST', path: '/client/workspace/:workspaceId/recurring-expense-rules', creates: true },
  deleteExpense: { method: 'DELETE', path: '/client/workspace/:workspaceId/expenses/:expenseId' },
  deleteIncome: { method: 'DELETE', path: '/client/workspace/:workspaceId/incomes/:incomeId' },
  deleteReceipt: { method: 'DELETE', path: '/client/workspace/:workspaceId/receipts/:receiptId' },
  deleteRecurringExpenseRule: { method: 'DELETE', path: '/client/workspace/:workspaceId/recurring-expense-rules/:ruleId' },
  getAnalytics: { method: 'GET', path: '/client/workspace/:workspaceId/analytics' },
  getExpense: { method: 'GET', path: '/client/workspace/:workspaceId/expenses/:expenseId' },
  getExpenseStats: { method: 'GET', path: '/client/workspace/:workspaceId/expenses/stats' },
  getIncome: { method: 'GET', path: '/client/workspace/:workspaceId/incomes/:incomeId' },
  getIncomeStats: { method: 'GET', path: '/client/workspace/:workspaceId/incomes/stats' },
  getReceiptFile: { method: 'GET', path: '/client/workspace/:workspaceId/receipts/:receiptId' },
  getRecurringExpenseOccurrence: { method: 'GET', path: '/client/workspace/:workspaceId/recurring-expense-occurrences/:occurrenceId' },
  getRecurringExpenseOccurrenceStats: { method: 'GET', path: '/client/workspace/:workspaceId/recurring-expense-occurrences/stats' },
  getRecurringExpenseRule: { method: 'GET', path: '/client/workspace/:workspaceId/recurring-expense-rules/:ruleId' },
  listExpenses: { method: 'GET', path: '/client/workspace/:workspaceId/expenses', list: 'expenses' },
  listIncomes: { method: 'GET', path: '/client/workspace/:workspaceId/incomes', list: 'incomes' },
  listRecurringExpenseOccurrences: { method: 'GET', path: '/client/workspace/:workspaceId/recurring-expense-occurrences', list: 'occurrences' },
  listRecurringExpenseRules: { method: 'GET', path: '/client/workspace/:workspaceId/recurring-expense-rules', list: 'rules' },
  pauseRecurringExpenseRule: { method: 'POST', path: '/client/workspace/:workspaceId/recurring-expense-rules/:ruleId/pause' },
  postRecurringExpenseOccurrence: { method: 'POST', path: '/client/workspace/:workspaceId/recurring-expense-occurrences/:occurrenceId/post', creates: true },
  resumeRecurringExpenseRule: { method: 'POST', path: '/client/workspace/:workspaceId/recurring-expense-rules/:ruleId/resume' },
  skipRecurringExpenseOccurrence: { method: 'POST', path: '/client/workspace/:workspaceId/recurring-expense-occurrences/:occurrenceId/skip' },
  updateExpense: { method: 'PATCH', path: '/client/workspace/:workspaceId/expenses/:expenseId' },
  updateIncome: { method: 'PATCH', path: '/client/workspace/:workspaceId/incomes/:incomeId' },
  updateRecurringExpenseRule: { method: 'PATCH', path: '/client/workspace/:workspaceId/recurring-expense-rules/:ruleId' },
}
