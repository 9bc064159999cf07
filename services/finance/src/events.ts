import { defineEvent } from '@wp/bus'
import { z } from 'zod'
import { Expense } from './expenses/expense.contract.ts'

export const ExpenseCreated = defineEvent({
  type: 'wp.finance.expense.created.v1',
  summary: 'An expense was booked',
  data: z.object({ expense: Expense }),
})
