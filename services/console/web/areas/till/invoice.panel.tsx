import { Link } from '@tanstack/react-router'
import { SentMessages } from '../../app/sent-messages.tsx'
import { RecordBody } from '../../app/record-page.tsx'
import { useText } from '../../i18n/language.ts'
import { buttonClass } from '../../ui/button.tsx'
import { FormActions } from '../../ui/form.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { InvoiceFacts, InvoiceItems, InvoiceMoney, useInvoiceTitle } from './invoice-details.tsx'
import { useInvoice } from './invoices.queries.ts'

/** An invoice beside the list. */
export const InvoicePanel = ({ invoiceId, onClose }: { invoiceId: string; onClose: () => void }) => {
  const text = useText()
  const toTitle = useInvoiceTitle()
  const query = useInvoice(invoiceId)
  return (
    <SidePanel title={toTitle(query.data)} onClose={onClose}>
      <RecordBody query={query}>
        {(invoice) => (
          <>
            <FormActions>
              <Link
                to="/invoices/$invoiceId"
                params={{ invoiceId }}
                className={buttonClass({ kind: 'primary' })}
              >
                {text('invoice.open')}
              </Link>
            </FormActions>
            <InvoiceFacts invoice={invoice} />
            <InvoiceItems invoice={invoice} />
            {invoice.payments.length > 0 && <InvoiceMoney invoice={invoice} />}
            <SentMessages recordId={invoice.id} />
          </>
        )}
      </RecordBody>
    </SidePanel>
  )
}
