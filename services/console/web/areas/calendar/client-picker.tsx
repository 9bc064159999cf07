import type { Client } from '@workspace-platform/client/scheduling'
import { UserPlus, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { matchesQuery } from '../../app/text-search.rules.ts'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ComboBox } from '../../ui/combo-box.tsx'
import styles from './calendar.module.css'
import { useClientSearch } from './calendar.queries.ts'

type Props = {
  client: Pick<Client, 'id' | 'name' | 'phone'> | null
  error: string | undefined
  onPick: (client: Client | null) => void
  /** Opens the form for a new client with the typed text. */
  onCreate: (name: string) => void
  autoFocus: boolean
}

/** Finds a client by name, phone or email, or starts a new one. */
export const ClientPicker = ({ client, error, onPick, onCreate, autoFocus }: Props) => {
  const text = useText()
  const mayCreate = may(useMember(), 'clients.manage')
  const [query, setQuery] = useState('')
  const search = useDeferredValue(query.trim())
  const { data = [], isFetching, isPending, isPlaceholderData } = useClientSearch(search, client === null)
  if (client)
    return (
      <div className={styles['chosen']} role="group" aria-label={text('calendar.client')}>
        <Avatar name={client.name} id={client.id} />
        <span className={styles['who']}>
          <b>{client.name}</b>
          {client.phone && <bdi dir="ltr">{client.phone}</bdi>}
        </span>
        <Button kind="ghost" isIcon aria-label={text('calendar.changeClient')} onClick={() => onPick(null)}>
          <X aria-hidden="true" />
        </Button>
      </div>
    )
  // Results for a shorter input are shown only if they still match, and a new client is offered only once
  // results have arrived, so that Enter never picks the wrong client or creates a duplicate.
  const isSettled = !isPending && !isPlaceholderData && search === query.trim()
  const found = isSettled ? data : data.filter(({ name }) => matchesQuery(query, name))
  const create = {
    id: 'new',
    label: search ? text('calendar.createClient', { name: search }) : text('calendar.newClient'),
    icon: <UserPlus aria-hidden="true" />,
  }
  return (
    <ComboBox
      label={text('calendar.client')}
      placeholder={text('calendar.clientSearch')}
      name="clientId"
      error={error}
      query={query}
      onQuery={setQuery}
      autoFocus={autoFocus}
      options={[
        ...found.map(({ id, name, phone, email }) => ({ id, label: name, detail: phone ?? email ?? '' })),
        ...(mayCreate && isSettled ? [create] : []),
      ]}
      note={text(isFetching ? 'state.loading' : 'calendar.noClient')}
      onPick={({ id }) => {
        if (id === 'new') return onCreate(search)
        onPick(found.find((each) => each.id === id) ?? null)
      }}
    />
  )
}
