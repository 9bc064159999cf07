import { Link } from '@tanstack/react-router'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Tabs } from '../../ui/tabs.tsx'

const tabs = [
  ['/shop/orders', 'shop.orders', 'store.orders.view'],
  ['/shop/products', 'shop.products', 'store.view'],
  ['/shop/categories', 'shop.categories', 'store.view'],
  ['/shop/pictures', 'shop.images', 'store.view'],
  ['/shop/pages', 'shop.pages', 'store.view'],
  ['/shop/settings', 'shop.settings', 'store.view'],
] as const

/** The screens of the shop that the member may see. */
export const ShopTabs = () => {
  const text = useText()
  const member = useMember()
  return (
    <Tabs label={text('area.shop')}>
      {tabs
        .filter(([, , permission]) => may(member, permission))
        .map(([to, label]) => (
          <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
            {text(label)}
          </Link>
        ))}
    </Tabs>
  )
}
