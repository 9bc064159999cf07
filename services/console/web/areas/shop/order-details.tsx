import type { Order } from '@workspace-platform/client/storefront'
import { useFormat } from '../../i18n/format.ts'
import { useLanguage, useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { Facts } from '../../ui/facts.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { orderTones } from './order.rules.ts'
import styles from './shop.module.css'

export const OrderFacts = ({ order }: { order: Order }) => {
  const text = useText()
  const format = useFormat()
  const { language } = useLanguage()
  const { customer, delivery, note, status, createdAt } = order
  const address = delivery?.address
  const country =
    address?.countryCode && new Intl.DisplayNames(language, { type: 'region' }).of(address.countryCode)
  return (
    <Facts
      items={[
        [
          text('shop.status'),
          <Badge key="status" tone={orderTones[status]}>
            {text(`orderStatus.${status}`)}
          </Badge>,
        ],
        [text('shop.customer'), <bdi key="customer">{customer.name}</bdi>],
        [
          text('client.email'),
          customer.email && (
            <a key="email" className={styles['link']} href={`mailto:${customer.email}`}>
              <EmailText>{customer.email}</EmailText>
            </a>
          ),
        ],
        [
          text('client.phone'),
          customer.phone && (
            <a key="phone" className={styles['link']} href={`tel:${customer.phone}`} dir="ltr">
              {customer.phone}
            </a>
          ),
        ],
        [text('shop.delivery'), delivery && text(`shop.delivery.${delivery.kind}`)],
        [
          text('shop.address'),
          address && (
            <span key="address" className={styles['lines']}>
              {[address.line1, address.line2, address.city, address.region, address.postalCode, country]
                .filter(Boolean)
                .map((line) => (
                  <bdi key={line}>{line}</bdi>
                ))}
            </span>
          ),
        ],
        [text('shop.note'), note && <bdi key="note">{note}</bdi>],
        [text('shop.placed'), format.dateTime(createdAt)],
      ]}
    />
  )
}

export const OrderItems = ({ order }: { order: Order }) => {
  const text = useText()
  const format = useFormat()
  const { currencyCode, items, taxes, total, refundedTotal } = order
  const money = (amount: number): string => format.money(amount, currencyCode)
  return (
    <section aria-label={text('shop.items')}>
      <h3>{text('shop.items')}</h3>
      <SimpleList>
        {items.map(({ id, name, quantity, unitPrice, total: sum }) => (
          <SimpleItem
            key={id}
            title={name}
            detail={<bdi>{`${format.number(quantity)} × ${format.amount(unitPrice, currencyCode)}`}</bdi>}
            end={money(sum)}
          />
        ))}
        <SimpleItem title={text('shop.total')} end={<b>{money(total)}</b>} />
        {taxes
          .filter(({ percentage }) => percentage > 0)
          .map(({ name, percentage, tax }) => (
            <SimpleItem
              key={`${name}-${percentage}`}
              title={text('shop.taxIncluded', {
                name: name ?? text('shop.tax'),
                percent: format.percent(percentage / 100),
              })}
              end={money(tax)}
            />
          ))}
        {refundedTotal > 0 && (
          <SimpleItem title={text('shop.refundedTotal')} end={<b>{`−${money(refundedTotal)}`}</b>} />
        )}
      </SimpleList>
    </section>
  )
}

/** The refunds, with the returned items. */
export const OrderRefunds = ({ order }: { order: Order }) => {
  const text = useText()
  const format = useFormat()
  if (order.refunds.length === 0) return null
  const nameOf = (itemId: string): string => order.items.find(({ id }) => id === itemId)?.name ?? ''
  return (
    <section aria-label={text('shop.refunds')}>
      <h3>{text('shop.refunds')}</h3>
      <SimpleList>
        {order.refunds.map(({ id, amount, items, restock, reason, createdAt }) => (
          <SimpleItem
            key={id}
            title={format.dateTime(createdAt)}
            detail={
              <span className={styles['lines']}>
                {items.length > 0 && (
                  <span>
                    {format.list(
                      items.map(({ itemId, quantity }) => `${format.number(quantity)} × ${nameOf(itemId)}`),
                    )}
                    {` • ${text(restock ? 'shop.restocked' : 'shop.notRestocked')}`}
                  </span>
                )}
                {reason && <bdi>{reason}</bdi>}
              </span>
            }
            end={`−${format.money(amount, order.currencyCode)}`}
          />
        ))}
      </SimpleList>
    </section>
  )
}
