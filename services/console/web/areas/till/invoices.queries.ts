import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pos } from '@workspace-platform/client/pos'
import type { PosInvoice } from '@workspace-platform/client/pos'
import { useLiveQueries } from '../../app/live.ts'
import { reloadQueries } from '../../app/query-client.ts'
import { platform } from '../../app/session.ts'
import { toInvoiceQuery } from './invoice.rules.ts'
import type { InvoiceSearch } from './invoice-search.rules.ts'

const { listInvoices, getInvoice, getReceipt, listTaxes, ...calls } = platform.use(pos)

export const { voidInvoice, refundInvoice, payInvoice, finalizeInvoice, sendInvoice } = calls
export const { addInvoiceItem, updateInvoiceItem, removeInvoiceItem } = calls
export const { addInvoiceDiscount, removeInvoiceDiscount } = calls

const nothing = { invoices: [] as PosInvoice[], pagination: { limit: 1, nextCursor: null } }

/** Pages of invoices, newest first, kept up to date. */
export const useInvoices = (search: InvoiceSearch) => {
  useLiveQueries('invoices', true, 'invoices')
  const query = toInvoiceQuery(search)
  return useInfiniteQuery({
    queryKey: ['invoices', 'list', search],
    queryFn: async ({ pageParam, signal }) =>
      query ? listInvoices({ query: { ...query, after: pageParam, limit: 50 }, signal }) : nothing,
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
}

/** The number of invoices that match; pages by cursor do not contain it. */
export const useInvoiceCount = (search: InvoiceSearch) => {
  const query = toInvoiceQuery(search)
  return useQuery({
    queryKey: ['invoices', 'count', search],
    queryFn: async ({ signal }) =>
      query
        ? ((await listInvoices({ query: { ...query, page: 1, limit: 1 }, signal })).pagination.total ?? null)
        : 0,
  })
}

export const useInvoice = (invoiceId: string) => {
  useLiveQueries('invoices', true, 'invoices')
  return useQuery({
    queryKey: ['invoices', 'one', invoiceId],
    queryFn: ({ signal }) => getInvoice({ params: { invoiceId }, signal }),
    select: ({ invoice }) => invoice,
  })
}

/** The receipt of an invoice that has a number. */
export const useReceipt = (invoiceId: string | null) =>
  useQuery({
    queryKey: ['invoices', 'receipt', invoiceId],
    queryFn: ({ signal }) => getReceipt({ params: { invoiceId: invoiceId! }, signal }),
    select: ({ receipt }) => receipt,
    enabled: invoiceId !== null,
  })

type Days = { from: string; to: string }

/** The taxes on invoices and orders of a period, by rate and currency. */
export const useTaxes = (days: Days) => {
  useLiveQueries('invoices', true, 'invoices')
  return useQuery({
    queryKey: ['invoices', 'taxes', days],
    queryFn: ({ signal }) => listTaxes({ query: days, signal }),
    select: ({ taxes }) => taxes,
  })
}

export const exportTaxes = (days: Days): Promise<Blob> => listTaxes.as('text/csv', { query: days })

/** Returns all matching invoices as a file. */
export const exportInvoices = (search: InvoiceSearch): Promise<Blob> =>
  listInvoices.as('text/csv', { query: toInvoiceQuery(search) ?? {} })

export const reloadInvoices = (): Promise<void> => reloadQueries(['invoices'])
