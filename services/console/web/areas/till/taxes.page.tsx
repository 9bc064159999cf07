import { getRouteApi } from '@tanstack/react-router'
import { Percent } from 'lucide-react'
import { ExportButton } from '../../app/export-button.tsx'
import { ListBody } from '../../app/list-body.tsx'
import { TaxTable } from '../../app/tax-table.tsx'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Card } from '../../ui/card.tsx'
import { DayFilter } from '../../app/day-filter.tsx'
import { Page, PageContent } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { TaxSearch } from './invoice-search.rules.ts'
import { InvoicesTabs } from './invoices-tabs.tsx'
import { exportTaxes, useTaxes } from './invoices.queries.ts'

const route = getRouteApi('/shell/invoices/taxes')

/** The taxes on sales of a period, by rate; of the current month unless other days are chosen. */
export const TaxesPage = () => {
  const text = useText()
  const format = useFormat()
  const { change } = useListSearch<TaxSearch>()
  const today = format.today()
  const search = route.useSearch()
  const { from = `${today.slice(0, 8)}01`, to = today } = search
  const query = useTaxes({ from, to })
  const taxes = query.data ?? []
  const currencies = [...new Set(taxes.map(({ currencyCode }) => currencyCode))]
  return (
    <Page
      title={text('invoices.taxes')}
      actions={<ExportButton name={text('invoices.taxes')} load={() => exportTaxes({ from, to })} />}
      toolbar={
        <>
          <InvoicesTabs />
          <DayFilter
            from={from}
            to={to}
            onChange={change}
            isRemovable={search.from !== undefined || search.to !== undefined}
          />
        </>
      }
    >
      <PageContent isNarrow>
        <ListBody
          query={query}
          isEmpty={taxes.length === 0}
          none={{ icon: Percent, title: text('invoices.noTaxes'), text: text('invoices.noTaxesText') }}
          skeleton={<Skeleton lines={6} />}
        >
          {currencies.map((code) => (
            <Card key={code} title={text('invoices.taxesIn', { currency: format.currency(code) })}>
              <TaxTable
                taxes={taxes.filter(({ currencyCode }) => currencyCode === code)}
                currencyCode={code}
              />
            </Card>
          ))}
        </ListBody>
      </PageContent>
    </Page>
  )
}
