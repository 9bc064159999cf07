import type { TillSession } from '@workspace-platform/client/pos'
import { Banknote, Clock, CreditCard, Landmark } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useMember } from '../../app/session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { newKey } from '../../ui/intent.ts'
import { emptyBasket } from '../../app/sales/basket.rules.ts'
import type { Basket } from '../../app/sales/basket.rules.ts'
import { changeBasket } from './basket.ts'
import { cashSuggestions, fromMinor, isAmount, toMinor, toNumber } from '../../app/sales/money.rules.ts'
import { addSale, ownerOf } from '../../app/sales/pending-sales.ts'
import { toSale } from '../../app/sales/sale.rules.ts'
import styles from './till.module.css'

const methods = [
  { value: 'cash', icon: Banknote },
  { value: 'card', icon: CreditCard },
  { value: 'transfer', icon: Landmark },
  { value: 'later', icon: Clock },
] as const
type Method = (typeof methods)[number]['value']

type Props = {
  till: TillSession
  basket: Basket
  totalMinor: number
  onSold: (saleId: string) => void
}

/** How the customer pays, and the button that makes the sale. Ctrl + Enter presses it from anywhere. */
export const PaymentForm = ({ till, basket, totalMinor, onSold }: Props) => {
  const text = useText()
  const format = useFormat()
  const member = useMember()
  const name = useId()
  const [method, setMethod] = useState<Method>('cash')
  const [received, setReceived] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const isBusy = useRef(false)
  const { currencyCode } = till
  const money = (minor: number): string => format.money(fromMinor(minor, currencyCode), currencyCode)
  const isEmpty = basket.lines.length === 0
  const isFree = totalMinor === 0
  const given = received.trim() === '' ? fromMinor(totalMinor, currencyCode) : toNumber(received)
  const isValid = method !== 'cash' || isFree || (isAmount(given, currencyCode) && given > 0)
  const changeMinor = isValid && method === 'cash' ? toMinor(given, currencyCode) - totalMinor : 0

  const charge = async (): Promise<void> => {
    if (isEmpty || !isValid || isBusy.current) return
    isBusy.current = true
    setProblem(null)
    const amount = method === 'cash' ? given : fromMinor(totalMinor, currencyCode)
    const sale = toSale(basket, {
      ...ownerOf(member),
      id: newKey(),
      createdAt: new Date().toISOString(),
      till: { id: till.id, register: till.register },
      currencyCode,
      payment: isFree || method === 'later' ? null : { method, amount },
    })
    try {
      await addSale(sale)
      changeBasket(() => emptyBasket)
      onSold(sale.id)
    } catch (error) {
      reportError(error)
      setProblem(text('till.notStored'))
    } finally {
      isBusy.current = false
    }
  }
  const latest = useRef(charge)
  useEffect(() => {
    latest.current = charge
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      void latest.current()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <form
      className={styles['payment']}
      aria-label={text('till.payment')}
      onSubmit={(event) => {
        event.preventDefault()
        void charge()
      }}
    >
      {!isFree && (
        <div className={styles['methods']} role="radiogroup" aria-label={text('till.method')}>
          {methods.map(({ value, icon: Icon }) => (
            <label key={value} className={styles['method']}>
              <input
                type="radio"
                name={name}
                value={value}
                checked={value === method}
                onChange={() => setMethod(value)}
              />
              <span>
                <Icon aria-hidden="true" />
                {text(`till.method.${value}`)}
              </span>
            </label>
          ))}
        </div>
      )}
      {method === 'cash' && !isEmpty && !isFree && (
        <div className={styles['cash']}>
          <TextField
            label={text('till.received')}
            inputMode="decimal"
            autoComplete="off"
            placeholder={format.amount(fromMinor(totalMinor, currencyCode), currencyCode)}
            value={received}
            onChange={(event) => setReceived(event.target.value)}
            error={isValid ? undefined : text('till.amountInvalid')}
          />
          <div className={styles['suggestions']}>
            {cashSuggestions(totalMinor, currencyCode).map((amount) => (
              <button key={amount} type="button" onClick={() => setReceived(String(amount))}>
                {format.number(amount)}
              </button>
            ))}
          </div>
          {changeMinor !== 0 && (
            <p className={styles['change']} role="status">
              {changeMinor > 0
                ? text('till.changeDue', { amount: money(changeMinor) })
                : text('till.staysDue', { amount: money(-changeMinor) })}
            </p>
          )}
        </div>
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button
        type="submit"
        kind="primary"
        size="large"
        isWide
        disabled={isEmpty}
        aria-keyshortcuts="Control+Enter"
      >
        {method === 'later' && !isFree
          ? text('till.createInvoice', { amount: money(totalMinor) })
          : text('till.charge', { amount: money(totalMinor) })}
      </Button>
    </form>
  )
}
