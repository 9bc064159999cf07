import type { Store } from '@workspace-platform/client/storefront'
import { ExternalLink } from 'lucide-react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Page, PageContent } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Domains } from './domains.tsx'
import { ShopTabs } from './shop-tabs.tsx'
import { useStore } from './shop.queries.ts'
import { StoreForm } from './store.form.tsx'

/** The settings of the shop and its domains. */
export const ShopSettings = () => {
  const text = useText()
  const mayManage = may(useMember(), 'store.manage')
  const { data: store, error, refetch } = useStore()
  return (
    <Page
      title={text('shop.settings')}
      toolbar={<ShopTabs />}
      actions={
        store?.isPublished && (
          <a href={`/shop/${store.slug}`} target="_blank" rel="noreferrer" className={buttonClass({})}>
            <ExternalLink aria-hidden="true" />
            {text('shop.openShop')}
          </a>
        )
      }
    >
      <PageContent isNarrow>
        {error && store === undefined ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            <Card title={text('shop.store')}>
              {store === undefined ? (
                <Skeleton lines={6} />
              ) : mayManage ? (
                <StoreForm store={store} />
              ) : store ? (
                <StoreFacts store={store} />
              ) : (
                <EmptyState isCompact title={text('shop.noStore')} />
              )}
            </Card>
            {store && <Domains />}
          </>
        )}
      </PageContent>
    </Page>
  )
}

/** Shown to members who may not change the shop. */
const StoreFacts = ({ store }: { store: Store }) => {
  const text = useText()
  const format = useFormat()
  const { name, slug, currencyCode, isPublished, maxQuantityPerOrder, deliveryKinds, description } = store
  return (
    <Facts
      items={[
        [text('shop.storeName'), name],
        [text('shop.slug'), <bdi key="slug">{slug}</bdi>],
        [text('shop.description'), description],
        [text('shop.currency'), currencyCode],
        [
          text('shop.published'),
          <Badge key="published" tone={isPublished ? 'ok' : 'neutral'}>
            {text(isPublished ? 'shop.yes' : 'shop.no')}
          </Badge>,
        ],
        [text('shop.deliveryKinds'), format.list(deliveryKinds.map((kind) => text(`shop.delivery.${kind}`)))],
        [text('shop.maxQuantity'), maxQuantityPerOrder === null ? null : format.number(maxQuantityPerOrder)],
      ]}
    />
  )
}
