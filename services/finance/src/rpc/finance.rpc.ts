import { CalendarDateString, CurrencyCode, IdString, nonBlank, notFound, requireValid } from '@wp/kernel'
import { financeService } from '@wp/protos'
import { implement } from '@wp/rpc'
import { z } from 'zod'
import type { FinanceDeps } from '../deps.ts'
import { bookedTypes } from '../entries/entry.contract.ts'
import { toBookedType, toTaxedLines } from '../entries/entry.rules.ts'
import { bookIncome } from '../incomes/income.actions.ts'
import { toIncomeMessage } from '../incomes/income.view.ts'

const optionalText = z
  .string()
  .trim()
  .max(100)
  .transform((text) => text || null)

const minor = z.int().min(0)
const TaxLine = z.object({
  name: z.string(),
  percentage: z.number().min(0),
  netMinor: minor,
  taxMinor: minor,
  grossMinor: minor,
})

const IncomeRequest = z.object({
  workspaceId: IdString,
  reference: z.object({
    type: z
      .string()
      .transform(toBookedType)
      .refine((type) => bookedTypes.has(type), { error: `must be one of ${[...bookedTypes].join(', ')}` }),
    id: IdString,
  }),
  title: nonBlank(200),
  category: optionalText,
  account: optionalText,
  // An amount of 0 only returns an income entry that is already booked.
  amountMinor: z.int().min(0, { error: 'must not be negative' }),
  currencyCode: CurrencyCode,
  date: CalendarDateString,
  clientId: IdString.nullish().transform((id) => id ?? null),
  actorId: IdString,
  taxes: z.array(TaxLine).default([]),
})

export const financeRpc = (deps: Pick<FinanceDeps, 'db' | 'workspaces' | 'incomes'>) =>
  implement(financeService, {
    createIncome: async (request) => {
      const { workspaceId, actorId: createdBy, taxes, ...income } = requireValid(IncomeRequest, request)
      if (!(await deps.workspaces.find(workspaceId))) throw notFound('Workspace')
      const stored = await bookIncome(deps, workspaceId, { ...income, ...toTaxedLines(taxes), createdBy })
      return { income: toIncomeMessage(stored) }
    },
  })
