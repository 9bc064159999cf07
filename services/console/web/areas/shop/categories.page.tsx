import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '@workspace-platform/client'
import type { StoreCategory } from '@workspace-platform/client/storefront'
import { Plus, Tags } from 'lucide-react'
import { useMemo } from 'react'
import { RecordPanel } from '../../app/record-panel.tsx'
import { SearchedList } from '../../app/searched-list.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { matchesQuery } from '../../app/text-search.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { RowName } from '../../ui/cell.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import { CategoryForm } from './category.form.tsx'
import { ShopTabs } from './shop-tabs.tsx'
import { reloadCategories, shopCalls, useCategories, useCategory } from './shop.queries.ts'
import type { ShopSearch } from './shop-search.rules.ts'

const route = getRouteApi('/shell/shop/categories')

const columnsFor = (text: ReturnType<typeof useText>, format: Format): Column<StoreCategory>[] => [
  {
    id: 'name',
    header: text('shop.name'),
    width: 2,
    cell: ({ name }) => <RowName>{name}</RowName>,
  },
  {
    id: 'slug',
    header: text('shop.slug'),
    width: 1.5,
    importance: 'secondary',
    cell: ({ slug }) => <bdi dir="ltr">{slug}</bdi>,
  },
  {
    id: 'order',
    header: text('shop.sortOrder'),
    width: 0.8,
    align: 'end',
    cell: ({ sortOrder }) => format.number(sortOrder),
  },
]

/** The categories of the shop, in the order in which visitors see them. */
export const Categories = () => {
  const text = useText()
  const format = useFormat()
  const mayManage = may(useMember(), 'store.manage')
  const { change } = useListSearch<ShopSearch>()
  const { search = '', open } = route.useSearch()
  const categories = useCategories()
  const rows = useMemo(
    () => (categories.data ?? []).filter(({ name }) => matchesQuery(search, name)),
    [categories.data, search],
  )
  const columns = useMemo(() => columnsFor(text, format), [text, format])
  const close = (): void => change({ open: '' })
  const add = mayManage && (
    <Button kind="primary" onClick={() => change({ open: 'new' })}>
      <Plus aria-hidden="true" />
      {text('shop.addCategory')}
    </Button>
  )
  return (
    <SearchedList
      title={text('shop.categories')}
      query={categories}
      rows={rows}
      columns={columns}
      search={search}
      searchLabel={text('shop.searchCategories')}
      tabs={<ShopTabs />}
      action={add}
      openId={open}
      onOpen={({ id }) => change({ open: id })}
      isFiltered={search !== ''}
      none={{ icon: Tags, title: text('shop.noCategories'), text: text('shop.noCategoriesText') }}
    >
      {open === 'new' && mayManage && (
        <SidePanel title={text('shop.newCategory')} onClose={close}>
          <CategoryForm
            category={null}
            onCancel={close}
            onSaved={() => {
              close()
              showToast(text('action.saved'))
            }}
          />
        </SidePanel>
      )}
      {open && open !== 'new' && <CategoryPanel key={open} categoryId={open} onClose={close} />}
    </SearchedList>
  )
}

const CategoryPanel = ({ categoryId, onClose }: { categoryId: string; onClose: () => void }) => {
  const text = useText()
  const format = useFormat()
  const mayManage = may(useMember(), 'store.manage')
  const query = useCategory(categoryId)
  return (
    <RecordPanel
      query={query}
      title={query.data?.name ?? text('shop.category')}
      onClose={onClose}
      form={mayManage && ((category, done) => <CategoryForm category={category} {...done} />)}
      deletion={
        mayManage &&
        (({ name }) => ({
          title: text('shop.deleteTitle', { name }),
          text: text('shop.deleteCategoryText'),
          onDelete: () => shopCalls.deleteCategory({ params: { categoryId } }),
          reload: reloadCategories,
          messageOf: (error) =>
            error instanceof ApiError && error.status === 409 ? text('shop.categoryInUse') : null,
        }))
      }
    >
      {({ name, slug, sortOrder }) => (
        <Facts
          items={[
            [text('shop.name'), name],
            [text('shop.slug'), <bdi key="slug">{slug}</bdi>],
            [text('shop.sortOrder'), format.number(sortOrder)],
          ]}
        />
      )}
    </RecordPanel>
  )
}
