import { useCallback, useState } from 'react'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { DayFilter } from '../../app/day-filter.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FilterButton, FilterChip } from '../../ui/filter-select.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { ClientPicker } from './client-picker.tsx'
import { testStatuses } from './labs-search.rules.ts'
import type { LabsSearch } from './labs-search.rules.ts'
import styles from './labs.module.css'
import { useClient } from './labs.queries.ts'

type Props = { search: LabsSearch; onChange: (changes: LabsSearch) => void }

/** Filters the worklist by number, status, client and day. */
export const TestFilters = ({ search, onChange }: Props) => {
  const text = useText()
  const maySeeClients = may(useMember(), 'clients.view')
  const [isPicking, setPicking] = useState(false)
  const { number = '', status = '', clientId, from, to } = search
  const { data: client } = useClient(clientId, maySeeClients)
  const onNumber = useCallback((typed: string) => onChange({ number: typed.trim() }), [onChange])
  const known = testStatuses.find((each) => each === status) ?? 'all'
  return (
    <>
      <SearchField label={text('labs.searchNumber')} value={number} onChange={onNumber} />
      <Segmented
        label={text('labs.status')}
        value={known}
        options={[
          { value: 'all' as const, label: text('labs.all') },
          ...testStatuses.map((value) => ({ value, label: text(`testStatus.${value}`) })),
        ]}
        onChange={(next) => onChange({ status: next === 'all' ? '' : next })}
      />
      {clientId ? (
        <FilterChip label={client?.name ?? text('labs.client')} onRemove={() => onChange({ clientId: '' })} />
      ) : (
        maySeeClients && <FilterButton label={text('labs.client')} onClick={() => setPicking(true)} />
      )}
      <DayFilter from={from} to={to} onChange={onChange} />
      {isPicking && (
        <Dialog title={text('labs.chooseClient')} onClose={() => setPicking(false)}>
          <div className={styles['picker']}>
            <ClientPicker
              client={null}
              onPick={(picked) => {
                setPicking(false)
                if (picked) onChange({ clientId: picked.id })
              }}
            />
          </div>
        </Dialog>
      )}
    </>
  )
}
