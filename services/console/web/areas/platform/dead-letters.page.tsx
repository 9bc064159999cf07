import { getRouteApi } from '@tanstack/react-router'
import type { DeadLetter } from '@workspace-platform/client/identity'
import { MailCheck, RotateCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { identityCalls } from '../../app/session.ts'
import { useRows } from '../../app/use-rows.ts'
import { RecordList } from '../../app/record-list.tsx'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Code, Quiet, RowName } from '../../ui/cell.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, Split } from '../../ui/page.tsx'
import { toProblem } from '../../ui/problem.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './platform.module.css'
import { eventTypeParts } from './dead-letter.rules.ts'
import { reloadPlatform, useDeadLetters, useHealth } from './platform.queries.ts'
import { WorkspaceLink } from './workspace-link.tsx'
import type { PlatformSearch } from './platform-search.rules.ts'

const rowsOf = (page: { deadLetters: DeadLetter[] }) => page.deadLetters
const route = getRouteApi('/shell/platform/dead-letters')

/** Returns the name of an event's type, or null if it has no texts. */
const eventName = (text: ReturnType<typeof useText>, type: string): string | null => {
  const parts = eventTypeParts(type)
  return (
    parts &&
    text('platform.eventName', {
      subject: text(`platform.subject.${parts.subject}`),
      verb: text(`platform.verb.${parts.verb}`),
    })
  )
}

const EventName = ({ type }: { type: string }) => eventName(useText(), type) ?? <Code>{type}</Code>

const columnsFor = (text: ReturnType<typeof useText>, format: Format): Column<DeadLetter>[] => [
  {
    id: 'event',
    header: text('platform.event'),
    width: 2.2,
    cell: ({ eventType }) => (
      <RowName>
        <EventName type={eventType} />
      </RowName>
    ),
  },
  {
    id: 'service',
    header: text('platform.service'),
    width: 1,
    cell: ({ service }) => <bdi dir="ltr">{service}</bdi>,
  },
  {
    id: 'reason',
    header: text('platform.failure'),
    width: 2.5,
    importance: 'secondary',
    cell: ({ reason }) => (
      <Quiet>
        <Code>{reason}</Code>
      </Quiet>
    ),
  },
  {
    id: 'at',
    header: text('platform.failedAt'),
    width: 1.2,
    align: 'end',
    importance: 'secondary',
    cell: ({ failedAt }) => format.ago(failedAt),
  },
]

/**
 * Events that a service gave up handling. Redelivering one is safe: services skip events that they have
 * handled.
 */
export const DeadLetters = () => {
  const text = useText()
  const format = useFormat()
  const { change, onSearch, showAll } = useListSearch<PlatformSearch>()
  const { search = '', service = '', open } = route.useSearch()
  const letters = useDeadLetters(service)
  const { data: health } = useHealth()
  const { rows: all, onEnd, isLoadingMore } = useRows(letters, rowsOf)
  const rows = useMemo(
    () =>
      all.filter(({ eventType, consumer, reason, workspaceId }) =>
        `${eventName(text, eventType)} ${eventType} ${consumer} ${reason} ${workspaceId}`
          .toLowerCase()
          .includes(search.trim().toLowerCase()),
      ),
    [all, search, text],
  )
  const columns = useMemo(() => columnsFor(text, format), [text, format])
  const services = Object.keys(health?.services ?? {}).toSorted()
  const letter = all.find(({ id }) => id === open)
  return (
    <Split>
      <Page
        title={text('area.deadLetters')}
        toolbar={
          <>
            <SearchField label={text('platform.searchLetters')} value={search} onChange={onSearch} />
            <FilterSelect
              label={text('platform.service')}
              value={service}
              all={text('platform.all')}
              choices={[...new Set([...services, ...(service ? [service] : [])])].map((value) => ({
                value,
                label: value,
              }))}
              onChange={(next) => change({ service: next })}
            />
          </>
        }
      >
        <RecordList
          label={text('area.deadLetters')}
          query={letters}
          rows={rows}
          onEnd={onEnd}
          isLoadingMore={isLoadingMore}
          columns={columns}
          openId={open}
          onOpen={({ id }) => change({ open: id })}
          isFiltered={search !== '' || service !== ''}
          onShowAll={showAll}
          none={{ icon: MailCheck, title: text('platform.noLetters'), text: text('platform.noLettersText') }}
        />
      </Page>
      {letter && <LetterPanel key={letter.id} letter={letter} onClose={() => change({ open: '' })} />}
    </Split>
  )
}

const LetterPanel = ({ letter, onClose }: { letter: DeadLetter; onClose: () => void }) => {
  const text = useText()
  const format = useFormat()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const redrive = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await identityCalls.redriveDeadLetter({ params: { letter: letter.id } })
      await reloadPlatform()
      showToast(text('platform.redriven'))
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  const code = (value: string) => (
    <bdi dir="ltr" className={styles['code']}>
      {value}
    </bdi>
  )
  return (
    <SidePanel title={text('platform.letter')} onClose={onClose}>
      {failure !== null && <Notice tone="bad">{toProblem(failure, text).message}</Notice>}
      <FormActions>
        <Button kind="primary" isBusy={isBusy} onClick={() => void redrive()}>
          <RotateCw aria-hidden="true" />
          {text('platform.redrive')}
        </Button>
      </FormActions>
      <Facts
        items={[
          [text('platform.event'), eventName(text, letter.eventType)],
          [text('platform.eventType'), code(letter.eventType)],
          [text('platform.service'), code(letter.service)],
          [text('platform.consumer'), code(letter.consumer)],
          [
            text('platform.workspace'),
            letter.workspaceId && <WorkspaceLink workspaceId={letter.workspaceId} />,
          ],
          [text('platform.failedAt'), format.dateTime(letter.failedAt)],
          [text('platform.tries'), format.number(letter.tries)],
          [text('platform.id'), code(letter.eventId)],
        ]}
      />
      <section className={styles['stack']}>
        <h3>{text('platform.failure')}</h3>
        <pre className={styles['body']} dir="ltr" tabIndex={0} aria-label={text('platform.failure')}>
          {letter.reason}
        </pre>
      </section>
    </SidePanel>
  )
}
