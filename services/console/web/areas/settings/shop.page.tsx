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
import { useStore } from './settings.queries.ts'
import { StoreForm } from './store.form.tsx'
import type { Store } from '@workspace-platform/client/storefront'

export const ShopPage = () => {
  const text = useText()
  const mayManage = may(useMember(), 'store.manage')
  const { data: store, error, refetch } = useStore()
  return (
    <Page
      title={text('settings.shop')}
      actions={
        store?.isPublished && (
          <a href={`/shop/${store.slug}`} target="_blank" rel="noreferrer" className={buttonClass({})}>
            <ExternalLink aria-hidden="true" />
            {text('settings.openShop')}
          </a>
        )
      }
    >
      <PageContent isNarrow>
        {error ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <Card title={text('settings.store')}>
            {store === undefined ? (
              <Skeleton lines={6} />
            ) : mayManage ? (
              <StoreForm store={store} />
            ) : store ? (
              <StoreFacts store={store} />
            ) : (
              <EmptyState isCompact title={text('settings.noStore')} />
            )}
          </Card>
        )}
      </PageContent>
    </Page>
  )
}

/** What those see who may not change the shop. */
const StoreFacts = ({ store }: { store: Store }) => {
  const text = useText()
  const format = useFormat()
  const { name, slug, currencyCode, isPublished, maxQuantityPerOrder } = store
  return (
    <Facts
      items={[
        [text('settings.storeName'), name],
        [text('settings.slug'), <bdi key="slug">{slug}</bdi>],
        [text('settings.currency'), currencyCode],
        [
          text('settings.published'),
          <Badge key="published" tone={isPublished ? 'ok' : 'neutral'}>
            {text(isPublished ? 'settings.on' : 'settings.off')}
          </Badge>,
        ],
        [
          text('settings.maxQuantity'),
          maxQuantityPerOrder === null ? null : format.number(maxQuantityPerOrder),
        ],
      ]}
    />
  )
}
