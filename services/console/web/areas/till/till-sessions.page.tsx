import { getRouteApi } from '@tanstack/react-router'
import type { TillSession } from '@workspace-platform/client/pos'
import { Store } from 'lucide-react'
import { useMemo, useState } from 'react'
import { RecordList } from '../../app/record-list.tsx'
import { BackLink } from '../../app/record-page.tsx'
import { useRows } from '../../app/use-rows.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Quiet, RowName } from '../../ui/cell.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Page, Split } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { Difference, TillReport } from './till-report.tsx'
import { useTillSessions } from './till.queries.ts'

const route = getRouteApi('/shell/till/sessions')

const rowsOf = (page: { sessions: TillSession[] }) => page.sessions

const none = <Quiet />

const columnsFor = (text: ReturnType<typeof useText>, format: Format): Column<TillSession>[] => [
  {
    id: 'register',
    header: text('till.register'),
    width: 1.2,
    cell: ({ register }) => <RowName>{register}</RowName>,
  },
  {
    id: 'opened',
    header: text('till.opened'),
    width: 1.4,
    cell: ({ createdAt }) => format.dateTime(createdAt),
  },
  {
    id: 'closed',
    header: text('till.closed'),
    width: 1.4,
    importance: 'secondary',
    cell: ({ closedAt }) =>
      closedAt ? format.dateTime(closedAt) : <Badge tone="ok">{text('till.status.open')}</Badge>,
  },
  {
    id: 'counted',
    header: text('till.counted'),
    width: 1.1,
    align: 'end',
    importance: 'detail',
    cell: ({ counted, currencyCode }) => (counted === null ? none : format.money(counted, currencyCode)),
  },
  {
    id: 'difference',
    header: text('till.difference'),
    width: 1.4,
    minWidth: 180,
    align: 'end',
    cell: (session) => (session.difference === null ? none : <Difference {...{ session, text, format }} />),
  },
]

/** All till sessions with their counts. */
export const TillSessionsPage = () => {
  const text = useText()
  const format = useFormat()
  const navigate = route.useNavigate()
  const { status } = route.useSearch()
  const sessions = useTillSessions(status)
  const [opened, setOpened] = useState<TillSession | null>(null)
  const table = useRows(sessions, rowsOf)
  const columns = useMemo(() => columnsFor(text, format), [text, format])
  return (
    <Split>
      <Page
        title={text('till.sessions')}
        before={<BackLink to="/till" label={text('till.back')} />}
        toolbar={
          <Segmented
            label={text('invoice.status')}
            value={status ?? 'all'}
            options={(['all', 'open', 'closed'] as const).map((value) => ({
              value,
              label: text(`till.status.${value}`),
            }))}
            onChange={(next) =>
              void navigate({ search: next === 'all' ? {} : { status: next }, replace: true })
            }
          />
        }
      >
        <RecordList
          label={text('till.sessions')}
          query={sessions}
          {...table}
          columns={columns}
          openId={opened?.id}
          onOpen={setOpened}
          isFiltered={status !== undefined}
          onShowAll={() => void navigate({ search: {}, replace: true })}
          none={{ icon: Store, title: text('till.noSessions'), text: text('till.noSessionsText') }}
        />
      </Page>
      {opened && (
        <SidePanel key={opened.id} title={opened.register} onClose={() => setOpened(null)}>
          <TillReport session={opened} />
        </SidePanel>
      )}
    </Split>
  )
}
