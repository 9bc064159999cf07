import { Link } from '@tanstack/react-router'
import type { TillSession } from '@workspace-platform/client/pos'
import { ArrowLeftRight, History, Lock, ShoppingBasket } from 'lucide-react'
import { useState } from 'react'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Page, PageContent } from '../../ui/page.tsx'
import { BasketPanel } from './basket-panel.tsx'
import { useBasket } from './basket.ts'
import { totalsOf } from '../../app/sales/basket.rules.ts'
import { CloseTill } from './close-till.tsx'
import { fromMinor } from '../../app/sales/money.rules.ts'
import { OfferGrid } from './offer-grid.tsx'
import { ownerOf } from '../../app/sales/pending-sales.ts'
import { RefusedSales } from './refused-sales.tsx'
import { SaleResult } from './sale-result.tsx'
import styles from './till.module.css'
import { useClientCopy, useOffers } from './till.queries.ts'

type Props = { till: TillSession; onSwitch?: () => void; onClosed: (session: TillSession) => void }

/** The screen of a till: the products and services, and the basket beside them. */
export const SellScreen = ({ till, onSwitch, onClosed }: Props) => {
  const text = useText()
  const format = useFormat()
  const member = useMember()
  const owner = ownerOf(member)
  const maySell = may(member, 'store.orders.manage')
  const basket = useBasket(owner)
  const catalogue = useOffers(owner, {
    products: maySell && may(member, 'store.view'),
    services: maySell && may(member, 'services.view'),
  })
  useClientCopy(owner, maySell && may(member, 'clients.view'))
  const [isClosing, setClosing] = useState(false)
  const [isBasketOpen, setBasketOpen] = useState(false)
  const [saleId, setSaleId] = useState<string | null>(null)
  const count = basket.lines.reduce((sum, { quantity }) => sum + Math.ceil(quantity), 0)
  const { totalMinor } = totalsOf(basket, till.currencyCode)
  return (
    <div className={classNames(styles['screen'], isBasketOpen && styles['withBasket'])}>
      <div className={styles['shelf']}>
        <Page
          title={till.register}
          count={<Badge tone="ok">{text('till.openSince', { time: format.timeAt(till.createdAt) })}</Badge>}
          secondary={
            <>
              {may(member, 'store.orders.view') && (
                <Link to="/invoices" search={{ sessionId: till.id }} className={buttonClass({})}>
                  <History aria-hidden="true" />
                  {text('till.itsSales')}
                </Link>
              )}
              {onSwitch && (
                <Button onClick={onSwitch}>
                  <ArrowLeftRight aria-hidden="true" />
                  {text('till.switch')}
                </Button>
              )}
              <Button onClick={() => setClosing(true)}>
                <Lock aria-hidden="true" />
                {text('till.close')}
              </Button>
            </>
          }
        >
          {maySell ? (
            <OfferGrid catalogue={catalogue} notices={<RefusedSales till={till} shownId={saleId} />} />
          ) : (
            <PageContent>{text('till.mayNotSell')}</PageContent>
          )}
        </Page>
        {maySell && (
          <button type="button" className={styles['toBasket']} onClick={() => setBasketOpen(true)}>
            <ShoppingBasket aria-hidden="true" />
            <span>{text('till.basketCount', { count })}</span>
            <b>{format.money(fromMinor(totalMinor, till.currencyCode), till.currencyCode)}</b>
          </button>
        )}
      </div>
      {maySell && (
        <aside className={styles['side']} aria-label={text(saleId ? 'sale.title' : 'till.basket')}>
          {saleId ? (
            <SaleResult
              key={saleId}
              saleId={saleId}
              till={till}
              onNext={() => {
                setSaleId(null)
                setBasketOpen(false)
              }}
            />
          ) : (
            <BasketPanel
              till={till}
              basket={basket}
              offers={catalogue.offers}
              onSold={setSaleId}
              onHide={() => setBasketOpen(false)}
            />
          )}
        </aside>
      )}
      {isClosing && <CloseTill till={till} onClosed={onClosed} onCancel={() => setClosing(false)} />}
    </div>
  )
}
