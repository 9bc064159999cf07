import { useQuery } from '@tanstack/react-query'
import { scheduling } from '@workspace-platform/client/scheduling'
import { useDeferredValue, useState } from 'react'
import { useText } from '../i18n/language.ts'
import { ComboBox } from '../ui/combo-box.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FilterButton, FilterChip } from '../ui/filter-select.tsx'
import { platform, useMember } from './session.ts'
import { may } from './session.rules.ts'

const { getClient, listClients } = platform.use(scheduling)

type Props = {
  clientId: string | undefined
  /** Receives an empty text when the filter is removed. */
  onChange: (clientId: string) => void
}

/** Narrows a list to a client: a chip that opens a dialog. Members who may not see clients can only remove it. */
export const ClientFilter = ({ clientId = '', onChange }: Props) => {
  const text = useText()
  const maySee = may(useMember(), 'clients.view')
  const [isOpen, setOpen] = useState(false)
  const { data: client } = useQuery({
    queryKey: ['clients', 'one', clientId],
    queryFn: ({ signal }) => getClient({ params: { clientId }, signal }),
    select: (reply) => reply.client,
    enabled: maySee && clientId !== '',
  })
  const name = text('filter.client')
  return (
    <>
      {clientId ? (
        <FilterChip label={client?.name ?? name} onRemove={() => onChange('')} />
      ) : (
        maySee && <FilterButton label={name} onClick={() => setOpen(true)} />
      )}
      {isOpen && (
        <ClientDialog
          onClose={() => setOpen(false)}
          onPick={(id) => {
            setOpen(false)
            onChange(id)
          }}
        />
      )}
    </>
  )
}

const ClientDialog = ({ onPick, onClose }: { onPick: (id: string) => void; onClose: () => void }) => {
  const text = useText()
  const [query, setQuery] = useState('')
  const search = useDeferredValue(query.trim())
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['clients', 'filter', search],
    queryFn: ({ signal }) =>
      listClients({ query: { limit: 8, after: '', ...(search && { search }) }, signal }),
    placeholderData: (before) => before,
  })
  const isSettled = !isPlaceholderData && search === query.trim()
  const found = isSettled ? (data?.clients ?? []) : []
  return (
    <Dialog title={text('filter.client')} onClose={onClose}>
      <ComboBox
        label={text('filter.client')}
        placeholder={text('filter.clientSearch')}
        autoFocus
        query={query}
        onQuery={setQuery}
        options={found.map(({ id, name, phone, email }) => ({
          id,
          label: name,
          detail: phone ?? email ?? '',
        }))}
        note={text(isFetching || !isSettled ? 'state.loading' : 'filter.noClient')}
        onPick={({ id }) => onPick(id)}
      />
    </Dialog>
  )
}
