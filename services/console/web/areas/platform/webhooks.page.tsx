import { getRouteApi } from '@tanstack/react-router'
import type { WebhookSummary } from '@workspace-platform/client/admin-billing'
import { Webhook } from 'lucide-react'
import { useMemo } from 'react'
import { useRows } from '../../app/use-rows.ts'
import { RecordList } from '../../app/record-list.tsx'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Quiet, RowName } from '../../ui/cell.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { DayFilter } from '../../app/day-filter.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Page, Split } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { toDays } from './money.rules.ts'
import type { PlatformSearch } from './platform-search.rules.ts'
import { useWebhooks } from './platform.queries.ts'
import type { WebhookFilter } from './platform.queries.ts'
import { WebhookPanel } from './webhook.panel.tsx'
import { methods, verifications, verificationTones } from './webhook.rules.ts'

const rowsOf = (page: { webhooks: WebhookSummary[] }) => page.webhooks
const route = getRouteApi('/shell/platform/webhooks')

const columnsFor = (text: ReturnType<typeof useText>, format: Format): Column<WebhookSummary>[] => [
  {
    id: 'at',
    header: text('platform.receivedAt'),
    width: 1.4,
    cell: ({ createdAt }) => <RowName>{format.dateTime(createdAt)}</RowName>,
  },
  {
    id: 'method',
    header: text('platform.method'),
    width: 0.7,
    cell: ({ method }) => <bdi dir="ltr">{method}</bdi>,
  },
  {
    id: 'verification',
    header: text('platform.signature'),
    width: 1.3,
    minWidth: 172,
    cell: ({ verification }) => (
      <Badge tone={verificationTones[verification]}>{text(`platform.verification.${verification}`)}</Badge>
    ),
  },
  {
    id: 'content',
    header: text('platform.contentType'),
    width: 1.5,
    importance: 'secondary',
    cell: ({ contentType }) => (contentType ? <bdi dir="ltr">{contentType}</bdi> : <Quiet />),
  },
  {
    id: 'ip',
    header: text('platform.address'),
    width: 1.2,
    importance: 'detail',
    cell: ({ ip }) => <bdi dir="ltr">{ip}</bdi>,
  },
  {
    id: 'size',
    header: text('platform.size'),
    width: 0.8,
    align: 'end',
    importance: 'secondary',
    cell: ({ sizeBytes }) => text('platform.bytes', { count: sizeBytes }),
  },
]

const filterOf = (search: PlatformSearch): WebhookFilter => {
  const method = methods.find((each) => each === search.method)
  const verification = verifications.find((each) => each === search.signature)
  return {
    ...(search.search && { search: search.search }),
    ...(method && { method }),
    ...(verification && { verification }),
    ...toDays(search),
  }
}

/** Webhooks that other systems sent to the platform in the last 30 days. */
export const Webhooks = () => {
  const text = useText()
  const format = useFormat()
  const { change, onSearch, showAll } = useListSearch<PlatformSearch>()
  const search = route.useSearch()
  const filter = filterOf(search)
  const webhooks = useWebhooks(filter)
  const list = useRows(webhooks, rowsOf)
  const columns = useMemo(() => columnsFor(text, format), [text, format])
  return (
    <Split>
      <Page
        title={text('area.receivedWebhooks')}
        toolbar={
          <>
            <SearchField
              label={text('platform.searchWebhooks')}
              value={search.search ?? ''}
              onChange={onSearch}
            />
            <FilterSelect
              label={text('platform.signature')}
              value={filter.verification ?? ''}
              all={text('platform.all')}
              choices={verifications.map((value) => ({
                value,
                label: text(`platform.verification.${value}`),
              }))}
              onChange={(signature) => change({ signature })}
            />
            <FilterSelect
              label={text('platform.method')}
              value={filter.method ?? ''}
              all={text('platform.all')}
              choices={methods.map((value) => ({ value, label: value }))}
              onChange={(method) => change({ method })}
            />
            <DayFilter from={search.from} to={search.to} onChange={change} />
          </>
        }
      >
        <RecordList
          label={text('area.receivedWebhooks')}
          query={webhooks}
          {...list}
          columns={columns}
          openId={search.open}
          onOpen={({ id }) => change({ open: id })}
          isFiltered={Object.keys(filter).length > 0}
          onShowAll={showAll}
          none={{ icon: Webhook, title: text('platform.noWebhooks'), text: text('platform.noWebhooksText') }}
        />
      </Page>
      {search.open && (
        <WebhookPanel key={search.open} id={search.open} onClose={() => change({ open: '' })} />
      )}
    </Split>
  )
}
