import { Link } from '@tanstack/react-router'
import type { PosInvoice } from '@workspace-platform/client/pos'
import { useActorNames } from '../../app/actor-names.ts'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { dueOf } from './invoice.rules.ts'
import type { InvoiceStatus } from './invoice-search.rules.ts'
import styles from './invoices.module.css'
import { useDiscountName } from './use-discount-name.ts'

export const invoiceTones: Record<InvoiceStatus, Tone> = {
  draft: 'neutral',
  finalized: 'warn',
  paid: 'ok',
  refunded: 'neutral',
  void: 'neutral',
}

/** Returns the title of an invoice: its number, or that it is a draft. */
export const useInvoiceTitle = () => {
  const text = useText()
  const format = useFormat()
  return (invoice: PosInvoice | undefined): string => {
    if (!invoice) return text('invoice.title')
    if (invoice.number === null) return text('invoice.draft')
    return text('invoice.titleNumber', { number: format.serial(invoice.number) })
  }
}

export const InvoiceFacts = ({ invoice }: { invoice: PosInvoice }) => {
  const text = useText()
  const format = useFormat()
  const member = useMember()
  const {
    status,
    clientId,
    clientName,
    currencyCode,
    finalizedAt,
    voidedAt,
    createdAt,
    createdBy,
    reference,
  } = invoice
  const nameOf = useActorNames([createdBy])
  const due = dueOf(invoice)
  const money = (amount: number) => format.money(amount, currencyCode)
  return (
    <Facts
      items={[
        [
          text('invoice.status'),
          <Badge tone={invoiceTones[status]}>{text(`invoiceStatus.${status}`)}</Badge>,
        ],
        [
          text('invoice.client'),
          clientId && clientName && may(member, 'clients.view') ? (
            <Link to="/clients/$clientId" params={{ clientId }} className={styles['link']!}>
              {clientName}
            </Link>
          ) : (
            clientName
          ),
        ],
        [text('invoice.created'), format.dateTime(createdAt)],
        [text('invoice.soldBy'), nameOf(createdBy)],
        [text('invoice.finalized'), finalizedAt && format.dateTime(finalizedAt)],
        [text('invoice.voided'), voidedAt && format.dateTime(voidedAt)],
        [text('invoice.for'), reference && text(`invoice.for.${reference.type}`)],
        [text('invoice.paid'), invoice.paidAmount > 0 ? money(invoice.paidAmount) : null],
        [text('invoice.refunded'), invoice.refundedAmount > 0 ? money(invoice.refundedAmount) : null],
        [text('receipt.due'), due > 0 ? <b>{money(due)}</b> : null],
      ]}
    />
  )
}

export const InvoiceItems = ({ invoice }: { invoice: PosInvoice }) => {
  const text = useText()
  const discountName = useDiscountName()
  const format = useFormat()
  const { currencyCode, items, discounts, total } = invoice
  const money = (amount: number) => format.money(amount, currencyCode)
  return (
    <SimpleList>
      {items.map(({ id, name, quantity, unitPrice, total: sum }) => (
        <SimpleItem
          key={id}
          title={name}
          {...(quantity !== 1 && {
            detail: <bdi>{`${format.number(quantity)} × ${format.amount(unitPrice, currencyCode)}`}</bdi>,
          })}
          end={money(sum)}
        />
      ))}
      {discounts.map(({ id, amount, ...discount }) => (
        <SimpleItem key={id} title={discountName.nameOf(discount)} end={`−${money(amount)}`} />
      ))}
      <SimpleItem title={<b>{text('till.total')}</b>} end={<b>{money(total)}</b>} />
    </SimpleList>
  )
}

export const InvoiceMoney = ({ invoice }: { invoice: PosInvoice }) => {
  const text = useText()
  const format = useFormat()
  const { currencyCode, payments, refunds } = invoice
  const nameOf = useActorNames([...payments, ...refunds].map(({ createdBy }) => createdBy))
  const money = (amount: number) => format.money(amount, currencyCode)
  return (
    <SimpleList>
      {payments.map(({ id, method, amount, change, createdAt, createdBy }) => (
        <SimpleItem
          key={id}
          title={text(`till.method.${method}`)}
          detail={[
            format.dateTime(createdAt),
            nameOf(createdBy),
            change > 0 && text('invoice.changeGiven', { amount: money(change) }),
          ]
            .filter(Boolean)
            .join(' • ')}
          end={money(amount)}
        />
      ))}
      {refunds.map(({ id, method, amount, reason, createdAt, createdBy }) => (
        <SimpleItem
          key={id}
          title={text('receipt.refund', { method: text(`till.method.${method}`) })}
          detail={[format.dateTime(createdAt), nameOf(createdBy), reason].filter(Boolean).join(' • ')}
          end={`−${money(amount)}`}
        />
      ))}
    </SimpleList>
  )
}
