import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { initialsOf } from '../../ui/avatar.rules.ts'
import type { ReceiptContent } from './receipt.rules.ts'
import styles from './receipt.module.css'
import { useDiscountName } from './use-discount-name.ts'

/** A receipt for 80 mm paper. Printing the page prints only this. */
export const Receipt = ({ receipt }: { receipt: ReceiptContent }) => {
  const text = useText()
  const format = useFormat()
  const discountName = useDiscountName()
  const { business, number, status, currencyCode, items, discounts, taxes, payments, refunds } = receipt
  const amount = (value: number): string => format.amount(value, currencyCode)
  const { address } = business
  const place = format.parts(
    [address?.line1, address?.line2, [address?.postalCode, address?.city].filter(Boolean).join(' ')].filter(
      (part) => !!part,
    ) as string[],
  )
  const contact = [
    business.phone,
    business.taxNumber && text('receipt.taxNumber', { number: business.taxNumber }),
  ].filter(Boolean)
  return (
    <article className={styles['paper']} aria-label={text('receipt.title')}>
      <header className={styles['letterhead']}>
        <div className={styles['brand']}>
          {business.logoImageId ? (
            <img src={`/v1/public/images/${business.logoImageId}/320.webp`} alt="" />
          ) : (
            <span aria-hidden="true">{Array.from(initialsOf(business.name ?? ''))[0]}</span>
          )}
          <b>{business.name}</b>
        </div>
        {place && <p>{place}</p>}
        {contact.length > 0 && (
          <p>
            {contact.map((part, index) => (
              <Fragment key={part}>
                {index > 0 && ' • '}
                <bdi>{part}</bdi>
              </Fragment>
            ))}
          </p>
        )}
      </header>
      <section>
        <Row
          name={
            number === null ? (
              <b>{text('receipt.provisional')}</b>
            ) : (
              <b>{text('receipt.number', { number: format.serial(number) })}</b>
            )
          }
          value={format.dateTime(receipt.issuedAt)}
        />
        {receipt.clientName && <p className={styles['quiet']}>{receipt.clientName}</p>}
        {status === 'void' && <p className={styles['mark']}>{text('invoiceStatus.void')}</p>}
        {status === 'provisional' && <p className={styles['quiet']}>{text('receipt.provisionalText')}</p>}
      </section>
      <section>
        {items.map(({ name, quantity, unitPrice, total }, index) => (
          <div key={index} className={styles['item']}>
            <Row name={name} value={amount(total)} />
            {quantity !== 1 && (
              <p className={styles['quiet']}>
                <bdi>
                  {format.number(quantity)} × {amount(unitPrice)}
                </bdi>
              </p>
            )}
          </div>
        ))}
      </section>
      <section>
        {discounts.length > 0 && <Row name={text('till.subtotal')} value={amount(receipt.subtotal)} />}
        {discounts.map(({ amount: deducted, ...discount }, index) => (
          <Row key={index} name={discountName.nameOf(discount)} value={`−${amount(deducted)}`} />
        ))}
        <div className={styles['total']}>
          <Row name={text('till.total')} value={format.money(receipt.total, currencyCode)} />
        </div>
        {taxes
          .filter(({ tax }) => tax > 0)
          .map(({ name, percentage, net, tax }) => (
            <div key={`${name} ${percentage}`} className={styles['quiet']}>
              <Row
                name={text('receipt.tax', {
                  name: name ?? '',
                  percent: format.percent(percentage / 100),
                  net: amount(net),
                })}
                value={amount(tax)}
              />
            </div>
          ))}
      </section>
      {(payments.length > 0 || refunds.length > 0 || receipt.dueAmount > 0) && (
        <section>
          {payments.map(({ method, amount: paid, change }, index) => (
            <Fragment key={index}>
              <Row name={text(`till.method.${method}`)} value={amount(paid)} />
              {change > 0 && <Row name={text('receipt.change')} value={amount(change)} />}
            </Fragment>
          ))}
          {refunds.map(({ method, amount: refunded, reason }, index) => (
            <Row
              key={index}
              name={`${text('receipt.refund', { method: text(`till.method.${method}`) })} (${reason})`}
              value={`−${amount(refunded)}`}
            />
          ))}
          {receipt.dueAmount > 0 && (
            <Row name={<b>{text('receipt.due')}</b>} value={amount(receipt.dueAmount)} />
          )}
        </section>
      )}
    </article>
  )
}

const Row = ({ name, value }: { name: ReactNode; value: string }) => (
  <div className={styles['row']}>
    <span>{name}</span>
    <span className={styles['value']}>{value}</span>
  </div>
)
