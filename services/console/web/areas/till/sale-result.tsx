import { Link } from '@tanstack/react-router'
import type { TillSession } from '@workspace-platform/client/pos'
import { CircleCheck, CloudUpload, Mail, Printer, ShoppingBasket } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useMember } from '../../app/session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toProblem } from '../../ui/problem.ts'
import { showToast } from '../../ui/toast.tsx'
import { newKey } from '../../ui/intent.ts'
import { sendInvoice, useReceipt } from './invoices.queries.ts'
import { useSales } from '../../app/sales/pending-sales.ts'
import { Receipt } from './receipt.tsx'
import { toProvisional } from './receipt.rules.ts'
import { RefusedSale } from './refused-sales.tsx'
import type { StoredSale } from '../../app/sales/sale.rules.ts'
import styles from './till.module.css'

type Props = { saleId: string; till: TillSession; onNext: () => void }

/** Shown after a sale: the change, the receipt and the next sale. */
export const SaleResult = ({ saleId, till, onNext }: Props) => {
  const text = useText()
  const sale = useSales().find(({ id }) => id === saleId)
  const wasShown = useRef(false)
  useEffect(() => {
    if (sale) wasShown.current = true
    // It was removed in another tab.
    else if (wasShown.current) onNext()
  }, [sale, onNext])
  if (!sale)
    return (
      <div className={styles['result']}>
        <Skeleton lines={5} />
        <Button kind="primary" size="large" isWide onClick={onNext}>
          {text('sale.next')}
        </Button>
      </div>
    )
  if (sale.state === 'refused')
    return (
      <div className={styles['result']}>
        <RefusedSale sale={sale} till={till} onTakenBack={onNext} />
        <Button isWide onClick={onNext}>
          {text('sale.next')}
        </Button>
      </div>
    )
  return <Made sale={sale} onNext={onNext} />
}

const Made = ({ sale, onNext }: { sale: StoredSale; onNext: () => void }) => {
  const text = useText()
  const format = useFormat()
  const { workspace } = useMember()
  const isSent = sale.state === 'sent'
  const { data: final } = useReceipt(isSent ? sale.invoiceId : null)
  const receipt = final ?? { ...toProvisional(sale, workspace), ...(isSent && { number: sale.number }) }
  const change = receipt.payments[0]?.change ?? 0
  const Icon = isSent ? CircleCheck : CloudUpload
  return (
    <div className={styles['result']}>
      <div className={classNames(styles['outcome'], isSent && styles['sent'])} role="status">
        <Icon aria-hidden="true" />
        <b>
          {isSent && sale.number !== null
            ? text('sale.done', { number: format.serial(sale.number) })
            : text('sale.stored')}
        </b>
        {!isSent && <Badge tone="warn">{text('receipt.provisional')}</Badge>}
      </div>
      {change > 0 && (
        <p className={styles['bigChange']}>
          <span>{text('receipt.change')}</span>
          <b>{format.money(change, sale.currencyCode)}</b>
        </p>
      )}
      <div className={styles['actions']}>
        <Button kind="primary" size="large" isWide autoFocus onClick={onNext}>
          <ShoppingBasket aria-hidden="true" />
          {text('sale.next')}
        </Button>
        <Button size="large" onClick={() => print()}>
          <Printer aria-hidden="true" />
          {text('action.print')}
        </Button>
        {isSent && sale.client?.email && <MailButton sale={sale} />}
        {isSent && sale.invoiceId && (
          <Link
            to="/invoices/$invoiceId"
            params={{ invoiceId: sale.invoiceId }}
            className={buttonClass({ size: 'large' })}
          >
            {text('invoice.open')}
          </Link>
        )}
      </div>
      <div className={styles['desk']}>
        <Receipt receipt={receipt} />
      </div>
    </div>
  )
}

const MailButton = ({ sale }: { sale: StoredSale }) => {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const [key] = useState(newKey)
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      const { recipient } = await sendInvoice({
        params: { invoiceId: sale.invoiceId! },
        body: {},
        idempotencyKey: key,
      })
      showToast(text('invoice.mailed', { email: recipient.email }))
    } catch (error) {
      showToast(toProblem(error, text).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="large" isBusy={isBusy} onClick={() => void send()}>
      <Mail aria-hidden="true" />
      {text('invoice.mail')}
    </Button>
  )
}
