import type { TillSession } from '@workspace-platform/client/pos'
import { Minus, Plus, ShoppingBasket, Trash2, UserRoundPlus, X } from 'lucide-react'
import { useState } from 'react'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import {
  changeLine,
  emptyBasket,
  replaceLine,
  setClient,
  shortages,
  totalsOf,
} from '../../app/sales/basket.rules.ts'
import type { Basket, Line, Offer } from '../../app/sales/basket.rules.ts'
import { changeBasket } from './basket.ts'
import { ClientPicker } from './client-picker.tsx'
import { DiscountEditor } from './discount-editor.tsx'
import { LineEditor } from './line-editor.tsx'
import { fromMinor } from '../../app/sales/money.rules.ts'
import { ownerOf } from '../../app/sales/pending-sales.ts'
import { PaymentForm } from './payment.form.tsx'
import styles from './till.module.css'
import { useDiscountName } from './use-discount-name.ts'

type Props = {
  till: TillSession
  basket: Basket
  offers: readonly Offer[]
  onSold: (saleId: string) => void
  /** Returns to the products where both do not fit side by side. */
  onHide: () => void
}

/** The current sale: client, lines, discounts, totals and payment. */
export const BasketPanel = ({ till, basket, offers, onSold, onHide }: Props) => {
  const text = useText()
  const format = useFormat()
  const discountName = useDiscountName()
  const [edited, setEdited] = useState<Line | null>(null)
  const [isDiscounting, setDiscounting] = useState(false)
  const { currencyCode } = till
  const totals = totalsOf(basket, currencyCode)
  const amount = (minor: number): string => format.amount(fromMinor(minor, currencyCode), currencyCode)
  const short = shortages(basket, offers)
  return (
    <>
      <header className={styles['basketHead']}>
        <ClientButton basket={basket} />
        {basket.lines.length > 0 && (
          <Button
            kind="ghost"
            isIcon
            aria-label={text('till.empty')}
            onClick={() => changeBasket(() => emptyBasket)}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        )}
        <span className={styles['onlySmall']}>
          <Button kind="ghost" isIcon aria-label={text('till.hideBasket')} onClick={onHide}>
            <X aria-hidden="true" />
          </Button>
        </span>
      </header>
      <div className={styles['lines']}>
        {basket.lines.length === 0 ? (
          <EmptyState icon={ShoppingBasket} title={text('till.basketEmpty')}>
            {text('till.basketEmptyText')}
          </EmptyState>
        ) : (
          <>
            <ul>
              {basket.lines.map((line, index) => (
                <BasketLine
                  key={line.key}
                  line={line}
                  total={amount(totals.lineMinors[index]!)}
                  price={format.money(line.unitPrice, currencyCode)}
                  onEdit={() => setEdited(line)}
                />
              ))}
            </ul>
            {short.map(({ id, name, stock }) => (
              <Notice key={id} tone="warn">
                {text('till.stockShort', { name, stock: format.number(Math.max(0, stock)) })}
              </Notice>
            ))}
            {basket.discounts.length > 0 && (
              <ul className={styles['discounts']}>
                {basket.discounts.map((discount, index) => (
                  <li key={index} className={styles['discount']}>
                    <span className={styles['grow']}>{discountName.nameOf(discount)}</span>
                    <span>−{amount(totals.discountMinors[index]!)}</span>
                    <Button
                      kind="ghost"
                      isIcon
                      aria-label={text('till.removeDiscount', { reason: discountName.reasonOf(discount) })}
                      onClick={() =>
                        changeBasket((before) => ({
                          ...before,
                          discounts: before.discounts.filter((each) => each !== discount),
                        }))
                      }
                    >
                      <X aria-hidden="true" />
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            <button type="button" className={styles['link']} onClick={() => setDiscounting(true)}>
              <Plus aria-hidden="true" />
              {text('till.addDiscount')}
            </button>
          </>
        )}
      </div>
      <footer className={styles['pay']}>
        <dl className={styles['sums']}>
          <dt>{text('till.subtotal')}</dt>
          <dd>{amount(totals.subtotalMinor)}</dd>
          {totals.taxes.map(({ name, percentage, taxMinor }) => (
            <div key={`${name} ${percentage}`} className={styles['sumRow']}>
              <dt>{text('till.includesTax', { name, percent: format.percent(percentage / 100) })}</dt>
              <dd>{amount(taxMinor)}</dd>
            </div>
          ))}
        </dl>
        <div className={styles['total']}>
          <span>{text('till.total')}</span>
          <output aria-label={text('till.total')}>
            {format.money(fromMinor(totals.totalMinor, currencyCode), currencyCode)}
          </output>
        </div>
        <PaymentForm till={till} basket={basket} totalMinor={totals.totalMinor} onSold={onSold} />
      </footer>
      {edited && (
        <LineEditor
          line={edited}
          onSave={(line) => changeBasket((before) => replaceLine(before, line))}
          onClose={() => setEdited(null)}
        />
      )}
      {isDiscounting && (
        <DiscountEditor
          currencyCode={currencyCode}
          onSave={(discount) =>
            changeBasket((before) => ({ ...before, discounts: [...before.discounts, discount] }))
          }
          onClose={() => setDiscounting(false)}
        />
      )}
    </>
  )
}

const ClientButton = ({ basket }: { basket: Basket }) => {
  const text = useText()
  const member = useMember()
  const [isChoosing, setChoosing] = useState(false)
  const { client } = basket
  if (!may(member, 'clients.view')) return <span className={styles['grow']} />
  return (
    <>
      <button type="button" className={styles['client']} onClick={() => setChoosing(true)}>
        {client ? (
          <>
            <Avatar name={client.name} id={client.id} />
            <span className={styles['clientName']}>{client.name}</span>
            <span className={styles['quiet']}>{text('till.change')}</span>
          </>
        ) : (
          <>
            <UserRoundPlus aria-hidden="true" />
            {text('till.chooseClient')}
          </>
        )}
      </button>
      {isChoosing && (
        <ClientPicker
          owner={ownerOf(member)}
          hasClient={client !== null}
          onClose={() => setChoosing(false)}
          onChoose={(chosen) =>
            changeBasket((before) => setClient(before, chosen, text('till.clientDiscount')))
          }
        />
      )}
    </>
  )
}

type LineProps = { line: Line; total: string; price: string; onEdit: () => void }

const BasketLine = ({ line: { key, name, quantity }, total, price, onEdit }: LineProps) => {
  const text = useText()
  const format = useFormat()
  const change = (by: number): void =>
    changeBasket((before) => changeLine(before, key, { quantity: Math.max(0, quantity + by) }))
  return (
    <li className={styles['line']}>
      <button type="button" className={styles['lineName']} onClick={onEdit}>
        <span>{name}</span>
        <span className={styles['quiet']}>{price}</span>
      </button>
      <span className={styles['stepper']} role="group" aria-label={text('till.quantityOf', { name })}>
        <button type="button" aria-label={text('till.oneLess', { name })} onClick={() => change(-1)}>
          <Minus aria-hidden="true" />
        </button>
        <span className={styles['quantity']}>{format.number(quantity)}</span>
        <button type="button" aria-label={text('till.oneMore', { name })} onClick={() => change(1)}>
          <Plus aria-hidden="true" />
        </button>
      </span>
      <span className={styles['lineTotal']}>{total}</span>
    </li>
  )
}
