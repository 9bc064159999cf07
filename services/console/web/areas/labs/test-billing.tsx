import { Link } from '@tanstack/react-router'
import type { LabTest } from '@workspace-platform/client/labs'
import { useState } from 'react'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormActions } from '../../ui/form.tsx'
import { createIntent } from '../../ui/intent.ts'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useAction } from '../../ui/use-action.ts'
import styles from './labs.module.css'
import { createTestIncome, createTestInvoice, keepTest } from './labs.queries.ts'
import { openInvoiceOf } from './test.rules.ts'

const knownStatuses = ['draft', 'finalized', 'paid', 'refunded', 'void'] as const

/** The test's price, invoice and income. */
export const TestBilling = ({ test }: { test: LabTest }) => {
  const text = useText()
  const format = useFormat()
  const member = useMember()
  const { run, running, problem } = useAction<'invoice' | 'income'>()
  const [intents] = useState(() => ({ invoice: createIntent(), income: createIntent() }))
  const { currencyCode, subtotal, discount, total, invoice, incomeId, status, items } = test
  const money = (amount: number): string => format.money(amount, currencyCode)
  const params = { testId: test.id }
  const mayBill = may(member, 'labs.billing') && status !== 'cancelled' && items.length > 0
  const bill = async (): Promise<void> => {
    const billed = await intents.invoice.run((key) => createTestInvoice({ params, idempotencyKey: key }))
    keepTest(billed.test)
    showToast(text('labs.invoiced'))
  }
  const book = async (): Promise<void> => {
    const booked = await intents.income.run((key) => createTestIncome({ params, idempotencyKey: key }))
    keepTest(booked.test)
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
