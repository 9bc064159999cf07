import { getRouteApi } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { SentMessages } from '../../app/sent-messages.tsx'
import { LoadFailure } from '../../app/load-failure.tsx'
import { BackLink, RecordPage } from '../../app/record-page.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Columns, Stack } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DraftLines } from './draft-lines.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceFacts, InvoiceItems, InvoiceMoney, useInvoiceTitle } from './invoice-details.tsx'
import { useInvoice, useReceipt } from './invoices.queries.ts'
import styles from './invoices.module.css'
import { Receipt } from './receipt.tsx'

const route = getRouteApi('/shell/invoices/$invoiceId')

export const InvoicePage = () => {
  const text = useText()
  const member = useMember()
  const toTitle = useInvoiceTitle()
  const { invoiceId } = route.useParams()
  const query = useInvoice(invoiceId)
  const invoice = query.data
  const hasReceipt = invoice !== undefined && invoice.number !== null
  const receipt = useReceipt(hasReceipt ? invoiceId : null)
  return (
    <RecordPage
      query={query}
      title={toTitle(invoice)}
      back={<BackLink to="/invoices" label={text('invoice.back')} />}
      actions={
        invoice && (
          <>
            {receipt.data && (
              <Button onClick={() => print()}>
                <Printer aria-hidden="true" />
                {text('action.print')}
              </Button>
            )}
            {may(member, 'store.orders.manage') && <InvoiceActions invoice={invoice} />}
          </>
        )
      }
    >
      <Columns narrow="end">
        <Stack>
          <Card title={text('invoice.details')}>
            {invoice ? <InvoiceFacts invoice={invoice} /> : <Skeleton lines={5} />}
            {invoice && <SentMessages recordId={invoice.id} />}
          </Card>
          <Card title={text('invoice.items')}>
            {!invoice ? (
              <Skeleton lines={4} />
            ) : invoice.status === 'draft' && may(member, 'store.orders.manage') ? (
              <DraftLines invoice={invoice} />
            ) : (
              <InvoiceItems invoice={invoice} />
            )}
          </Card>
          {invoice && invoice.payments.length > 0 && (
            <Card title={text('invoice.payments')}>
              <InvoiceMoney invoice={invoice} />
            </Card>
          )}
        </Stack>
        {hasReceipt && (
          <div className={styles['desk']}>
            {receipt.data ? (
              <Receipt receipt={receipt.data} />
            ) : receipt.error ? (
              <LoadFailure isCompact error={receipt.error} onRetry={() => void receipt.refetch()} />
            ) : (
              <Skeleton lines={8} />
            )}
          </div>
        )}
      </Columns>
    </RecordPage>
  )
}
