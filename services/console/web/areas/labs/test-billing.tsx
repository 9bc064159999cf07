import { Link } from '@tanstack/react-router'
import type { LabTest } from '@workspace-platform/client/labs'
import { useRef } from 'react'
import { isTemporary } from '../../app/sales/sale-failure.ts'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useAction } from '../../ui/use-action.ts'
import { newKey } from '../../ui/use-form.ts'
import styles from './labs.module.css'
import { createTestIncome, createTestInvoice, keepTest } from './labs.queries.ts'
import { openInvoiceOf } from './test.rules.ts'

const knownStatuses = ['draft', 'finalized', 'paid', 'refunded', 'void'] as const

/** What the test costs, and its invoice and income. */
export const TestBilling = ({ test }: { test: LabTest }) => {
  const text = useText()
  const format = useFormat()
  const member = useMember()
  const { run, running, problem } = useAction<'invoice' | 'income'>()
  const keys = useRef({ invoice: newKey(), income: newKey() })
  const withKey = async (step: 'invoice' | 'income', call: (key: string) => Promise<{ test: LabTest }>) => {
    try {
      keepTest((await call(keys.current[step])).test)
      keys.current[step] = newKey()
    } catch (error) {
      // The platform repeats a refusal for the same key; after a lost reply, the same key is needed.
      if (!isTemporary(error)) keys.current[step] = newKey()
      throw error
    }
  }
  const { currencyCode, subtotal, discount, total, invoice, incomeId, status, items } = test
  const money = (amount: number): string => format.money(amount, currencyCode)
  const params = { testId: test.id }
  const mayBill = may(member, 'labs.billing') && status !== 'cancelled' && items.length > 0
  const bill = async (): Promise<void> => {
    await withKey('invoice', (idempotencyKey) => createTestInvoice({ params, idempotencyKey }))
    showToast(text('labs.invoiced'))
  }
  const book = async (): Promise<void> => {
    await withKey('income', (idempotencyKey) => createTestIncome({ params, idempotencyKey }))
    showToast(text('labs.booked'))
  }
  const invoiceStatus = knownStatuses.find((each) => each === invoice?.status)
  const invoiceName =
    invoice &&
    (invoice.number === null
      ? text('labs.draftInvoice')
      : text('labs.invoiceNumber', { number: format.serial(invoice.number) }))
  return (
    <Card title={text('labs.billing')}>
      <div className={styles['section']}>
        <Facts
          items={[
            [text('labs.subtotal'), discount > 0 ? money(subtotal) : null],
            [text('labs.discount'), discount > 0 ? `−${money(discount)}` : null],
            [text('labs.total'), <b key="total">{money(total)}</b>],
            [
              text('labs.invoice'),
              invoice && (
                <span className={styles['line']}>
                  {may(member, 'store.orders.view') ? (
                    <Link
                      to="/invoices/$invoiceId"
                      params={{ invoiceId: invoice.id }}
                      className={styles['link']!}
                    >
                      {invoiceName}
                    </Link>
                  ) : (
                    invoiceName
                  )}
                  {invoiceStatus && <Badge>{text(`invoiceStatus.${invoiceStatus}`)}</Badge>}
                </span>
              ),
            ],
            [
              text('labs.income'),
              incomeId &&
                (may(member, 'finance.view') ? (
                  <Link to="/books/incomes" search={{ open: incomeId }} className={styles['link']!}>
                    {text('labs.inBooks')}
                  </Link>
                ) : (
                  text('labs.inBooks')
                )),
            ],
          ]}
        />
        {problem && <Notice tone="bad">{problem}</Notice>}
        {mayBill && (!openInvoiceOf(test) || !incomeId) && (
          <FormActions>
            {!openInvoiceOf(test) && (
              <Button isBusy={running === 'invoice'} onClick={() => void run('invoice', bill)}>
                {text('labs.createInvoice')}
              </Button>
            )}
            {!incomeId && total > 0 && (
              <Button isBusy={running === 'income'} onClick={() => void run('income', book)}>
                {text('labs.bookIncome')}
              </Button>
            )}
          </FormActions>
        )}
      </div>
    </Card>
  )
}
