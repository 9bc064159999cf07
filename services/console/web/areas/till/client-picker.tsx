import { UserRoundX } from 'lucide-react'
import { useDeferredValue, useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useText } from '../../i18n/language.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { BasketClient } from '../../app/sales/basket.rules.ts'
import type { Owner } from '../../app/sales/sale.rules.ts'
import { useClientSearch } from './till.queries.ts'
import styles from './till.module.css'

type Props = {
  owner: Owner
  hasClient: boolean
  onChoose: (client: BasketClient | null) => void
  onClose: () => void
}

/** Finds the client of a sale by name, email or phone. */
export const ClientPicker = ({ owner, hasClient, onChoose, onClose }: Props) => {
  const text = useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const { data, error, refetch } = useClientSearch(owner, useDeferredValue(typed.trim()))
  const clients = data?.clients ?? []
  const current = clients[Math.min(active, clients.length - 1)]
  const choose = (client: BasketClient | null): void => {
    onChoose(client)
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && current) choose(current)
    else if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(1, clients.length))
    else if (event.key === 'ArrowUp') setActive((active + clients.length - 1) % Math.max(1, clients.length))
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={text('till.chooseClient')} onClose={onClose}>
      <div className={styles['picker']}>
        <input
          className={styles['pickerInput']}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? `${id}-${current.id}` : undefined}
          aria-label={text('till.searchClients')}
          placeholder={text('till.searchClients')}
          autoFocus
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        {error && !data ? (
          <LoadFailure isCompact error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton lines={4} />
        ) : clients.length === 0 ? (
          <p className={styles['quiet']} role="status">
            {text(data.isFromCopy ? 'till.noClientsOffline' : 'till.noClients')}
          </p>
        ) : null}
        <div
          id={`${id}-list`}
          className={styles['pickerList']}
          role="listbox"
          aria-label={text('till.chooseClient')}
        >
          {clients.map((client, index) => (
            <div
              key={client.id}
              id={`${id}-${client.id}`}
              role="option"
              aria-selected={client === current}
              className={styles['pickerOption']}
              onMouseMove={() => setActive(index)}
              onClick={() => choose(client)}
            >
              <Avatar name={client.name} id={client.id} />
              <span className={styles['grow']}>{client.name}</span>
              {client.phone && (
                <bdi dir="ltr" className={styles['quiet']}>
                  {client.phone}
                </bdi>
              )}
            </div>
          ))}
        </div>
        {hasClient && (
          <button type="button" className={styles['link']} onClick={() => choose(null)}>
            <UserRoundX aria-hidden="true" />
            {text('till.withoutClient')}
          </button>
        )}
      </div>
    </Dialog>
  )
}
