import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toProblem } from '../../ui/problem.ts'
import { changeBasket } from './basket.ts'
import { fromMinor } from '../../app/sales/money.rules.ts'
import { repeatSale, takeBackSale, useSales } from '../../app/sales/pending-sales.ts'
import { saleTotals, uncertain } from '../../app/sales/sale.rules.ts'
import type { Sale, Till } from '../../app/sales/sale.rules.ts'
import styles from './till.module.css'

type ListProps = {
  till: Till | null
  /** A sale that is already shown elsewhere on the page. */
  shownId?: string | null
}

/** The sales that the platform permanently rejected. They stay here until the cashier decides. */
export const RefusedSales = ({ till, shownId = null }: ListProps) => {
  const refused = useSales().filter(({ id, state }) => state === 'refused' && id !== shownId)
  if (refused.length === 0) return null
  return (
    <div className={styles['refusals']}>
      {refused.map((sale) => (
        <RefusedSale key={sale.id} sale={sale} till={till} />
      ))}
    </div>
  )
}

const reasonOf = (sale: Sale, text: ReturnType<typeof useText>): string => {
  const { code, message, details } = sale.refusal!
  if (code === 'OUT_OF_STOCK') return text('refused.OUT_OF_STOCK')
  if (code === 'FORBIDDEN') return text('refused.FORBIDDEN')
  if (code === 'NOT_FOUND') return text('refused.NOT_FOUND')
  if (code === 'SUBSCRIPTION_EXPIRED') return text('error.SUBSCRIPTION_EXPIRED')
  if (code === uncertain) return text('refused.UNCERTAIN')
  if (code === 'SESSION_CLOSED' || details.some(({ path }) => path === 'sessionId'))
    return text('refused.SESSION_CLOSED')
  const more = details.map((detail) => `${detail.path} ${detail.message}`).join('; ')
  return more || message
}

type Props = { sale: Sale; till: Till | null; onTakenBack?: () => void }

/** Why a sale was rejected, and the options: resend, change or remove it. */
export const RefusedSale = ({ sale, till, onTakenBack }: Props) => {
  const text = useText()
  const format = useFormat()
  const [isBusy, setBusy] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const total = format.money(fromMinor(saleTotals(sale).totalMinor, sale.currencyCode), sale.currencyCode)
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const takeBack = async (isKept: boolean): Promise<void> => {
    const content = await takeBackSale(sale.id)
    if (content && isKept)
      changeBasket((before) => ({
        lines: [...content.lines, ...before.lines],
        discounts: [...content.discounts, ...before.discounts],
        client: content.client ?? before.client,
      }))
    onTakenBack?.()
  }
  return (
    <section className={styles['refusal']} aria-label={text('refused.title', { total })}>
      <Notice tone="bad">
        <b>{text('refused.title', { total })}</b>
        <br />
        {format.dateTime(sale.createdAt)} •{' '}
        {format.list(sale.lines.map(({ name, quantity }) => `${format.number(quantity)} × ${name}`))}
        <br />
        {reasonOf(sale, text)}
      </Notice>
      {failure !== null && <Notice tone="bad">{toProblem(failure, text).message}</Notice>}
      <FormActions>
        {till ? (
          <Button isBusy={isBusy} onClick={() => void run(() => repeatSale(sale.id, till))}>
            {text('refused.repeat')}
          </Button>
        ) : (
          <span className={styles['quiet']}>{text('refused.openTill')}</span>
        )}
        {sale.isFinalized && sale.invoiceId ? (
          <Link to="/invoices/$invoiceId" params={{ invoiceId: sale.invoiceId }} className={buttonClass({})}>
            {text('invoice.open')}
          </Link>
        ) : (
          till && (
            <Button isBusy={isBusy} onClick={() => void run(() => takeBack(true))}>
              {text('refused.change')}
            </Button>
          )
        )}
        <Button kind="ghost" onClick={() => setRemoving(true)}>
          {text('refused.remove')}
        </Button>
      </FormActions>
      {isRemoving && (
        <ActionDialog
          title={text('refused.removeTitle')}
          text={text(sale.isFinalized ? 'refused.removeUnpaid' : 'refused.removeText', { total })}
          confirm={text('refused.remove')}
          onCancel={() => setRemoving(false)}
          onConfirm={async () => {
            await takeBack(false)
            setRemoving(false)
          }}
        />
      )}
    </section>
  )
}
