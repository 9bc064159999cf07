import type { Client } from '@workspace-platform/client/scheduling'
import { X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useText } from '../../i18n/language.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ComboBox } from '../../ui/combo-box.tsx'
import styles from './labs.module.css'
import { useClientSearch } from './labs.queries.ts'

type PickedClient = Pick<Client, 'id' | 'name'>

type Props = {
  client: PickedClient | null
  error?: string | undefined
  onPick: (client: PickedClient | null) => void
  /** The client can be seen but not changed. */
  isFixed?: boolean
}

/** Finds a client by name, phone or email. */
export const ClientPicker = ({ client, error, onPick, isFixed = false }: Props) => {
  const text = useText()
  const [query, setQuery] = useState('')
  const search = useDeferredValue(query.trim())
  const { data = [], isFetching, isPlaceholderData } = useClientSearch(search, client === null)
  if (client)
    return (
      <div className={styles['chosen']} role="group" aria-label={text('labs.client')}>
        <Avatar name={client.name} id={client.id} />
        <b>{client.name}</b>
        {!isFixed && (
          <Button kind="ghost" isIcon aria-label={text('labs.changeClient')} onClick={() => onPick(null)}>
            <X aria-hidden="true" />
          </Button>
        )}
      </div>
    )
  const isSettled = !isPlaceholderData && search === query.trim()
  return (
    <ComboBox
      label={text('labs.client')}
      placeholder={text('labs.clientSearch')}
      name="clientId"
      error={error}
      query={query}
      onQuery={setQuery}
      autoFocus
      options={
        isSettled
          ? data.map(({ id, name, phone, email }) => ({ id, label: name, detail: phone ?? email ?? '' }))
          : []
      }
      note={text(isFetching || !isSettled ? 'state.loading' : 'labs.noClientFound')}
      onPick={({ id, label }) => onPick({ id, name: label })}
    />
  )
}
