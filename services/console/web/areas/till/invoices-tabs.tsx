import { Link } from '@tanstack/react-router'
import { useText } from '../../i18n/language.ts'
import { Tabs } from '../../ui/tabs.tsx'

/** The list of invoices, and the taxes that they contain. */
export const InvoicesTabs = () => {
  const text = useText()
  const options = { activeOptions: { exact: true, includeSearch: false } } as const
  return (
    <Tabs label={text('area.invoices')}>
      <Link to="/invoices" {...options}>
        {text('area.invoices')}
      </Link>
      <Link to="/invoices/taxes" {...options}>
        {text('invoices.taxes')}
      </Link>
    </Tabs>
  )
}
