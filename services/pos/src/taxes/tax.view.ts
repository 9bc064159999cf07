import type { CsvColumns } from '@wp/http'
import { toTaxes } from '@wp/workspaces'
import type { TaxTotal } from './tax.contract.ts'
import type { TaxSum } from './tax.rules.ts'

export const toTaxTotal = (sum: TaxSum): TaxTotal => ({
  ...toTaxes([sum], sum.currencyCode)[0]!,
  currencyCode: sum.currencyCode,
})

export const taxColumns: CsvColumns<TaxTotal> = {
  name: ({ name }) => name,
  percentage: ({ percentage }) => percentage,
  currencyCode: ({ currencyCode }) => currencyCode,
  net: ({ net }) => net,
  tax: ({ tax }) => tax,
  gross: ({ gross }) => gross,
}
