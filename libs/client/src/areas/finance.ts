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
  /** What it belongs to; of what the platform itself has booked the amount is read only */
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
  /** What it belongs to; of what the platform itself has booked the amount is read only */
  reference: {
    type: string
    id: string
  } | null
  source: string | null
  /** The client who paid, where another service has booked it */
  clientId: string | null
  createdAt: string
  updatedAt: string
}

export type Receipt = {
  id: string
  /** Where the file is, for a token of the workspace */
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
  /** Monthly and yearly; the start date's when null */
  dayOfMonth: number | null
  /** Yearly; the start date's when null */
  monthOfYear: number | null
  startDate: string
  /** The last day on which it may fall due */
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
    /** The day, the Monday that begins the week, or the month as YYYY-MM */
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
  /** One for each currency; sums of different currencies are never added up */
  currencies: {
    currencyCode: string
    total: number
    count: number
    /** Rounded to minor units */
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
    /** The period before: as many days, or as many months where whole months are asked for */
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
  /** Book an expense */
  createExpense: {
    params: 'workspaceId'
    body: {
      title: string
      amount: number
      /** The workspace's currency when left out */
      currencyCode?: string
      date: string
      category?: string | null
      account?: string | null
      notes?: string | null
      /** Uploaded before; each belongs to one record */
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
  /** Book an income */
  createIncome: {
    params: 'workspaceId'
    body: {
      title: string
      amount: number
      /** The workspace's currency when left out */
      currencyCode?: string
      date: string
      category?: string | null
      account?: string | null
      notes?: string | null
      /** Uploaded before; each belongs to one record */
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
  /** Upload a PNG, JPEG, WebP or PDF of at most 10 MiB; its content is checked, and it takes storage */
  createReceipt: {
    params: 'workspaceId'
    form: { file: Blob }
    reply: {
      receipt: Receipt
    }
  }
  /** Make a rule, with the occurrences that are due already */
  createRecurringExpenseRule: {
    params: 'workspaceId'
    body: {
      title: string
      amount: number
      /** The workspace's currency when left out */
      currencyCode?: string
      frequency: 'daily' | 'monthly' | 'yearly'
      dayOfMonth?: number | null
      monthOfYear?: number | null
      /** At most 366 days back; what is due since then comes with the rule */
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
  /** Delete an expense that a person has entered */
  deleteExpense: {
    params: 'workspaceId' | 'expenseId'
    reply: null
  }
  /** Delete an income that a person has entered */
  deleteIncome: {
    params: 'workspaceId' | 'incomeId'
    reply: null
  }
  /** Remove a receipt, also from the record that names it, and free its storage */
  deleteReceipt: {
    params: 'workspaceId' | 'receiptId'
    reply: null
  }
  /** Delete a rule with its pending occurrences; what was posted or skipped stays */
  deleteRecurringExpenseRule: {
    params: 'workspaceId' | 'ruleId'
    reply: null
  }
  /** Incomes and expenses over time, for each currency; a period without any is 0 */
  getAnalytics: {
    params: 'workspaceId'
    query?: {
      groupBy?: 'day' | 'week' | 'month'
      /** 29 days, 11 weeks or 11 months before `to` when left out */
      from?: string
      /** Today when left out */
      to?: string
    }
    reply: {
      analytics: Analytics
    }
  }
  /** One expense */
  getExpense: {
    params: 'workspaceId' | 'expenseId'
    reply: {
      expense: Expense
    }
  }
  /** Expenses of a range of days by category and account, beside the period before */
  getExpenseStats: {
    params: 'workspaceId'
    query?: {
      /** The first of the month of `to` when left out */
      from?: string
      /** Today when left out */
      to?: string
    }
    reply: {
      stats: EntryStats
    }
  }
  /** One income */
  getIncome: {
    params: 'workspaceId' | 'incomeId'
    reply: {
      income: Income
    }
  }
  /** Incomes of a range of days by category and account, beside the period before */
  getIncomeStats: {
    params: 'workspaceId'
    query?: {
      /** The first of the month of `to` when left out */
      from?: string
      /** Today when left out */
      to?: string
    }
    reply: {
      stats: EntryStats
    }
  }
  /** The file itself, or the part of it that `Range` asks for */
  getReceiptFile: {
    params: 'workspaceId' | 'receiptId'
    reply: Blob
  }
  /** One occurrence */
  getRecurringExpenseOccurrence: {
    params: 'workspaceId' | 'occurrenceId'
    reply: {
      occurrence: RecurringExpenseOccurrence
    }
  }
  /** Occurrences counted and added up by status, for each currency */
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
  /** One rule */
  getRecurringExpenseRule: {
    params: 'workspaceId' | 'ruleId'
    reply: {
      rule: RecurringExpenseRule
    }
  }
  /** Expenses, newest first; as text/csv all that match, whatever the page */
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
      /** Words that the title, vendor or source begins with */
      search?: string
    }
    reply: {
      expenses: Expense[]
      pagination: Pagination
    }
    item: Expense
    accept: 'text/csv'
  }
  /** Incomes, newest first; as text/csv all that match, whatever the page */
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
      /** Words that the title, vendor or source begins with */
      search?: string
    }
    reply: {
      incomes: Income[]
      pagination: Pagination
    }
    item: Income
    accept: 'text/csv'
  }
  /** Occurrences, newest first; the range is about the days on which they fell due */
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
  /** Rules of recurring expenses, newest first */
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
      /** Rules that start on this day or later */
      from?: string
      /** Rules that start on this day or earlier */
      to?: string
    }
    reply: {
      rules: RecurringExpenseRule[]
      pagination: Pagination
    }
    item: RecurringExpenseRule
  }
  /** Pause a rule, after what is due today; one that is paused stays so */
  pauseRecurringExpenseRule: {
    params: 'workspaceId' | 'ruleId'
    reply: {
      rule: RecurringExpenseRule
    }
  }
  /** Book a pending occurrence as an expense of its day, once */
  postRecurringExpenseOccurrence: {
    params: 'workspaceId' | 'occurrenceId'
    reply: {
      occurrence: RecurringExpenseOccurrence
      expense: Expense
    }
  }
  /** Go on with a rule from tomorrow; what fell into the pause is not made up for */
  resumeRecurringExpenseRule: {
    params: 'workspaceId' | 'ruleId'
    reply: {
      rule: RecurringExpenseRule
    }
  }
  /** Skip a pending occurrence: no expense comes of it */
  skipRecurringExpenseOccurrence: {
    params: 'workspaceId' | 'occurrenceId'
    reply: {
      occurrence: RecurringExpenseOccurrence
    }
  }
  /** Change an expense */
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
      /** Uploaded before; each belongs to one record */
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
  /** Change an income */
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
      /** Uploaded before; each belongs to one record */
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
  /** Change a rule: occurrences from tomorrow on follow it, those that are there stay as they are */
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
