import { getRouteApi } from '@tanstack/react-router'
import type { BusinessCategory } from '@workspace-platform/client/admin-billing'
import { Plus, Tags } from 'lucide-react'
import { useMemo } from 'react'
import { SearchedList } from '../../app/searched-list.tsx'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useLanguage, useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Quiet, RowName } from '../../ui/cell.tsx'
import { statusWidth } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { AvailabilityFilter } from './availability-filter.tsx'
import { CategoryForm } from './category.form.tsx'
import { findOffers, nameIn } from './offers.rules.ts'
import styles from './platform.module.css'
import { useCategories } from './platform.queries.ts'
import type { PlatformSearch } from './platform-search.rules.ts'

const route = getRouteApi('/shell/platform/categories')

const columnsFor = (
  text: ReturnType<typeof useText>,
  format: Format,
  language: string,
): Column<BusinessCategory>[] => [
  {
    id: 'name',
    header: text('platform.name'),
    width: 2,
    cell: (category) => <RowName>{nameIn(language, category)}</RowName>,
  },
  {
    id: 'slug',
    header: text('platform.slug'),
    width: 1.5,
    importance: 'secondary',
    cell: ({ slug }) => (
      <bdi dir="ltr" className={styles['code']}>
        {slug}
      </bdi>
    ),
  },
  {
    id: 'state',
    header: text('platform.availability'),
    width: 1.1,
    minWidth: statusWidth,
    cell: ({ isActive }) => (
      <Badge tone={isActive ? 'ok' : 'neutral'}>
        {text(isActive ? 'platform.offered' : 'platform.notOffered')}
      </Badge>
    ),
  },
  {
    id: 'discount',
    header: text('platform.discount'),
    width: 1,
    align: 'end',
    cell: ({ discountPercentage }) =>
      discountPercentage === null ? <Quiet /> : format.percent(discountPercentage / 100),
  },
]

/** The kinds of businesses that can sign up. */
export const Categories = () => {
  const text = useText()
  const format = useFormat()
  const { language } = useLanguage()
  const { change } = useListSearch<PlatformSearch>()
  const { search = '', state = '', open } = route.useSearch()
  const categories = useCategories()
  const rows = useMemo(
    () => findOffers(categories.data ?? [], { search, state }),
    [categories.data, search, state],
  )
  const columns = useMemo(() => columnsFor(text, format, language), [text, format, language])
  const close = (): void => change({ open: '' })
  const category = categories.data?.find(({ id }) => id === open)
  const add = (
    <Button kind="primary" onClick={() => change({ open: 'new' })}>
      <Plus aria-hidden="true" />
      {text('platform.addCategory')}
    </Button>
  )
  return (
    <SearchedList
      title={text('area.categories')}
      query={categories}
      rows={rows}
      columns={columns}
      search={search}
      searchLabel={text('platform.searchCategories')}
      filters={<AvailabilityFilter value={state} onChange={(next) => change({ state: next })} />}
      action={add}
      openId={open}
      onOpen={({ id }) => change({ open: id })}
      isFiltered={search !== '' || state !== ''}
      none={{ icon: Tags, title: text('platform.noCategories'), text: text('platform.noCategoriesText') }}
    >
      {(open === 'new' || category) && (
        <SidePanel
          title={category ? nameIn(language, category) : text('platform.addCategory')}
          onClose={close}
        >
          <CategoryForm key={open} category={category ?? null} onDone={close} />
        </SidePanel>
      )}
    </SearchedList>
  )
}
