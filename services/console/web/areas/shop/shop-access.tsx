import { Link, Navigate } from '@tanstack/react-router'
import { Store } from 'lucide-react'
import type { ComponentType } from 'react'
import { UnknownPage } from '../../app/error-pages.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import type { TextKey } from '../../i18n/text-key.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { ShopTabs } from './shop-tabs.tsx'
import { useStore } from './shop.queries.ts'

/** Redirects to the first screen that the member may see. */
export const First = () => (
  <Navigate to={may(useMember(), 'store.orders.view') ? '/shop/orders' : '/shop/products'} replace />
)

/** Returns a page that appears not to exist for members without this permission. */
export const onlyWith = (permission: string, Screen: ComponentType) => {
  const Guarded = () => (may(useMember(), permission) ? <Screen /> : <UnknownPage />)
  return Guarded
}

/** Returns a page that asks to create the shop first, if there is none. */
export const needsStore = (title: TextKey, Screen: ComponentType) => {
  const WithStore = () => {
    const text = useText()
    const mayManage = may(useMember(), 'store.manage')
    const { data: store } = useStore()
    if (store !== null) return <Screen />
    return (
      <Page title={text(title)} toolbar={<ShopTabs />}>
        <EmptyState
          icon={Store}
          title={text('shop.noStore')}
          action={
            mayManage && (
              <Link to="/shop/settings" className={buttonClass({ kind: 'primary' })}>
                {text('shop.createStore')}
              </Link>
            )
          }
        >
          {text(mayManage ? 'shop.noStoreText' : 'shop.noStoreForStaff')}
        </EmptyState>
      </Page>
    )
  }
  return WithStore
}
