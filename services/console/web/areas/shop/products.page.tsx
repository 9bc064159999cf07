import { Link, getRouteApi } from '@tanstack/react-router'
import type { Product, StoreCategory } from '@workspace-platform/client/storefront'
import { Package, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { ImportButton } from '../../app/import-button.tsx'
import { RecordList } from '../../app/record-list.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useRows } from '../../app/use-rows.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Quiet, RowName } from '../../ui/cell.tsx'
import { statusWidth } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Stock, Thumbnail, priceText } from './product-cells.tsx'
import { publicationTones, publications } from './product.rules.ts'
import { ShopTabs } from './shop-tabs.tsx'
import styles from './shop.module.css'
import { shopCalls, useCategories, useProductCount, useProducts } from './shop.queries.ts'
import type { ShopSearch } from './shop-search.rules.ts'

const route = getRouteApi('/shell/shop/products')

const rowsOf = (page: { products: Product[] }) => page.products

const columnsFor = (
  text: ReturnType<typeof useText>,
  format: Format,
  categories: readonly StoreCategory[],
): Column<Product>[] => [
  {
    id: 'name',
    header: text('shop.name'),
    width: 2.4,
    cell: ({ name, imageIds, variants }) => (
      <span className={styles['product']}>
        <Thumbnail imageId={imageIds[0]} />
        <RowName>{name}</RowName>
        {variants.length > 0 && <Quiet>{text('shop.variantCount', { count: variants.length })}</Quiet>}
      </span>
    ),
  },
  {
    id: 'category',
    header: text('shop.category'),
    width: 1.3,
    importance: 'detail',
    cell: ({ categoryIds }) =>
      format.list(categories.filter(({ id }) => categoryIds.includes(id)).map(({ name }) => name)) || (
        <Quiet />
      ),
  },
  {
    id: 'status',
    header: text('shop.status'),
    width: 1,
    minWidth: statusWidth,
    importance: 'secondary',
    cell: ({ status }) => <Badge tone={publicationTones[status]}>{text(`shop.publication.${status}`)}</Badge>,
  },
  {
    id: 'stock',
    header: text('shop.stock'),
    width: 0.9,
    minWidth: 96,
    align: 'end',
    cell: (product) => <Stock product={product} />,
  },
  {
    id: 'price',
    header: text('shop.price'),
    width: 1.3,
    align: 'end',
    cell: (product) => priceText(product, format),
  },
]

/** The products of the shop with their stock. */
export const Products = () => {
  const text = useText()
  const format = useFormat()
  const mayManage = may(useMember(), 'store.manage')
  const navigate = route.useNavigate()
  const { change, onSearch, showAll } = useListSearch<ShopSearch>()
  const { open: _, ...search } = route.useSearch()
  const products = useProducts(search)
  const { data: count } = useProductCount(search)
  const { data: categories = [] } = useCategories()
  const list = useRows(products, rowsOf)
  const columns = useMemo(() => columnsFor(text, format, categories), [text, format, categories])
  const add = mayManage && (
    <Link
      to="/shop/products/$productId"
      params={{ productId: 'new' }}
      className={buttonClass({ kind: 'primary' })}
    >
      <Plus aria-hidden="true" />
      {text('shop.addProduct')}
    </Link>
  )
  return (
    <Page
      title={text('shop.products')}
      {...(typeof count === 'number' && { count: format.number(count) })}
      actions={
        mayManage && (
          <>
            <ImportButton
              columns={['name', 'price', 'stock', 'status', 'externalId']}
              start={shopCalls.importProducts}
            />
            {add}
          </>
        )
      }
      toolbar={
        <>
          <ShopTabs />
          <SearchField label={text('shop.searchProducts')} value={search.search ?? ''} onChange={onSearch} />
          {categories.length > 0 && (
            <FilterSelect
              label={text('shop.category')}
              value={search.category ?? ''}
              all={text('shop.all')}
              choices={categories.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(category) => change({ category })}
            />
          )}
          <FilterSelect
            label={text('shop.status')}
            value={search.status ?? ''}
            all={text('shop.all')}
            choices={publications.map((value) => ({ value, label: text(`shop.publication.${value}`) }))}
            onChange={(status) => change({ status })}
          />
        </>
      }
    >
      <RecordList
        label={text('shop.products')}
        query={products}
        {...list}
        columns={columns}
        onOpen={({ id }) => void navigate({ to: '/shop/products/$productId', params: { productId: id } })}
        isFiltered={Object.keys(search).length > 0}
        onShowAll={showAll}
        none={{
          icon: Package,
          title: text('shop.noProducts'),
          text: text('shop.noProductsText'),
          action: add,
        }}
      />
    </Page>
  )
}
