import { getRouteApi } from '@tanstack/react-router'
import type { Order } from '@workspace-platform/client/storefront'
import { ShoppingBag } from 'lucide-react'
import { useMemo } from 'react'
import { RecordList } from '../../app/record-list.tsx'
import { useListSearch } from '../../app/use-list-search.ts'
import { useRows } from '../../app/use-rows.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Quiet, RowName, Written } from '../../ui/cell.tsx'
import { statusWidth } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { AmountFilter } from '../../app/amount-filter.tsx'
import { DayFilter } from '../../app/day-filter.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Page, Split } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { OrderPanel } from './order.panel.tsx'
import { orderStatuses, orderTones } from './order.rules.ts'
import { ShopTabs } from './shop-tabs.tsx'
import { useOrderCount, useOrders } from './shop.queries.ts'
import type { ShopSearch } from './shop-search.rules.ts'

const route = getRouteApi('/shell/shop/orders')

const rowsOf = (page: { orders: Order[] }) => page.orders

const columnsFor = (text: ReturnType<typeof useText>, format: Format): Column<Order>[] => [
  {
    id: 'number',
    header: text('shop.number'),
    width: 0.5,
    minWidth: 52,
    cell: ({ number }) => (number === null ? <Quiet /> : <RowName>{format.serial(number)}</RowName>),
  },
  {
    id: 'customer',
    header: text('shop.customer'),
    width: 1.4,
    cell: ({ customer }) => <Written>{customer.name}</Written>,
  },
  {
    id: 'items',
    header: text('shop.items'),
    width: 2.2,
    importance: 'detail',
    cell: ({ items }) =>
      format.list(
        items.map(({ name, quantity }) => (quantity > 1 ? `${format.number(quantity)} × ${name}` : name)),
      ),
  },
  {
    id: 'placed',
    header: text('shop.placed'),
    width: 1.3,
    importance: 'secondary',
    cell: ({ createdAt }) => format.dateTime(createdAt),
  },
  {
    id: 'status',
    header: text('shop.status'),
    width: 1.2,
    minWidth: statusWidth,
    cell: ({ status }) => <Badge tone={orderTones[status]}>{text(`orderStatus.${status}`)}</Badge>,
  },
  {
    id: 'total',
    header: text('shop.total'),
    width: 1.5,
    minWidth: 112,
    align: 'end',
    cell: ({ total, currencyCode }) => format.money(total, currencyCode),
  },
]

/** The orders of the shop as they arrive. */
export const Orders = () => {
  const text = useText()
  const format = useFormat()
  const { change, onSearch, showAll } = useListSearch<ShopSearch>()
  const { open, ...search } = route.useSearch()
  const orders = useOrders(search)
  const { data: count } = useOrderCount(search)
  const list = useRows(orders, rowsOf)
  const columns = useMemo(() => columnsFor(text, format), [text, format])
  return (
    <Split>
      <Page
        title={text('shop.orders')}
        {...(typeof count === 'number' && { count: format.number(count) })}
        toolbar={
          <>
            <ShopTabs />
            <SearchField label={text('shop.searchOrders')} value={search.search ?? ''} onChange={onSearch} />
            <FilterSelect
              label={text('shop.status')}
              value={search.status ?? ''}
              all={text('shop.all')}
              choices={orderStatuses.map((value) => ({ value, label: text(`orderStatus.${value}`) }))}
              onChange={(status) => change({ status })}
            />
            <DayFilter from={search.from} to={search.to} onChange={change} />
            <AmountFilter minTotal={search.minTotal} maxTotal={search.maxTotal} onChange={change} />
          </>
        }
      >
        <RecordList
          label={text('shop.orders')}
          query={orders}
          {...list}
          columns={columns}
          openId={open}
          onOpen={({ id }) => change({ open: id })}
          isFiltered={Object.keys(search).length > 0}
          onShowAll={showAll}
          notFoundText={text('shop.ordersNotFound')}
          none={{ icon: ShoppingBag, title: text('shop.noOrders'), text: text('shop.noOrdersText') }}
        />
      </Page>
      {open && <OrderPanel key={open} orderId={open} onClose={() => change({ open: '' })} />}
    </Split>
  )
}
