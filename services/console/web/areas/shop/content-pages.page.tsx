import { Link, getRouteApi } from '@tanstack/react-router'
import type { ContentPage } from '@workspace-platform/client/storefront'
import { FileText, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { SearchedList } from '../../app/searched-list.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { matchesQuery } from '../../app/text-search.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { RowName } from '../../ui/cell.tsx'
import { statusWidth } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { publicationTones, publications } from './product.rules.ts'
import { ShopTabs } from './shop-tabs.tsx'
import { useContentPages } from './shop.queries.ts'
import type { ShopSearch } from './shop-search.rules.ts'

const route = getRouteApi('/shell/shop/pages')

const columnsFor = (text: ReturnType<typeof useText>, format: Format): Column<ContentPage>[] => [
  {
    id: 'title',
    header: text('shop.pageTitle'),
    width: 2,
    cell: ({ title }) => <RowName>{title}</RowName>,
  },
  {
    id: 'type',
    header: text('shop.pageType'),
    width: 1.3,
    importance: 'secondary',
    cell: ({ type }) => text(`shop.pageType.${type}`),
  },
  {
    id: 'status',
    header: text('shop.status'),
    width: 1,
    minWidth: statusWidth,
    cell: ({ status }) => <Badge tone={publicationTones[status]}>{text(`shop.publication.${status}`)}</Badge>,
  },
  {
    id: 'changed',
    header: text('shop.changed'),
    width: 1.2,
    align: 'end',
    importance: 'secondary',
    cell: ({ updatedAt }) => format.dateTime(updatedAt),
  },
]

/** The shop's content pages, such as terms and FAQ. */
export const ContentPages = () => {
  const text = useText()
  const format = useFormat()
  const mayManage = may(useMember(), 'store.manage')
  const navigate = route.useNavigate()
  const { change } = useListSearch<ShopSearch>()
  const { search = '', status = '' } = route.useSearch()
  const pages = useContentPages()
  const rows = useMemo(
    () =>
      (pages.data ?? []).filter(
        (page) => matchesQuery(search, page.title) && (status === '' || page.status === status),
      ),
    [pages.data, search, status],
  )
  const columns = useMemo(() => columnsFor(text, format), [text, format])
  const add = mayManage && (
    <Link to="/shop/pages/$pageId" params={{ pageId: 'new' }} className={buttonClass({ kind: 'primary' })}>
      <Plus aria-hidden="true" />
      {text('shop.addPage')}
    </Link>
  )
  return (
    <SearchedList
      title={text('shop.pages')}
      query={pages}
      rows={rows}
      columns={columns}
      search={search}
      searchLabel={text('shop.searchPages')}
      tabs={<ShopTabs />}
      filters={
        <FilterSelect
          label={text('shop.status')}
          value={status}
          all={text('shop.all')}
          choices={publications.map((value) => ({ value, label: text(`shop.publication.${value}`) }))}
          onChange={(next) => change({ status: next })}
        />
      }
      action={add}
      onOpen={({ id }) => void navigate({ to: '/shop/pages/$pageId', params: { pageId: id } })}
      isFiltered={search !== '' || status !== ''}
      none={{ icon: FileText, title: text('shop.noPages'), text: text('shop.noPagesText') }}
    />
  )
}
