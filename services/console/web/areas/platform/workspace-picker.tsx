import { X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { ComboBox } from '../../ui/combo-box.tsx'
import styles from './platform.module.css'
import { useWorkspace, useWorkspaces } from './platform.queries.ts'

type Props = { workspaceId: string; error: string | undefined; onPick: (workspaceId: string) => void }

/** Finds a workspace by name or email. */
export const WorkspacePicker = ({ workspaceId, error, onPick }: Props) => {
  const text = useText()
  const [query, setQuery] = useState('')
  const search = useDeferredValue(query.trim())
  const { data, isFetching } = useWorkspaces(search ? { search } : {})
  if (workspaceId) return <Picked workspaceId={workspaceId} onRemove={() => onPick('')} />
  const found = data?.pages[0]?.workspaces.slice(0, 8) ?? []
  return (
    <ComboBox
      label={text('platform.workspace')}
      placeholder={text('platform.searchWorkspaces')}
      name="workspaceId"
      error={error}
      query={query}
      onQuery={setQuery}
      autoFocus
      options={
        search === query.trim()
          ? found.map(({ id, name, email }) => ({ id, label: name, detail: email }))
          : []
      }
      note={text(isFetching ? 'state.loading' : 'list.notFound')}
      onPick={({ id }) => onPick(id)}
    />
  )
}

const Picked = ({ workspaceId, onRemove }: { workspaceId: string; onRemove: () => void }) => {
  const text = useText()
  const { data } = useWorkspace(workspaceId)
  return (
    <div className={styles['chosen']} role="group" aria-label={text('platform.workspace')}>
      <span className={styles['who']}>
        <b>{data?.name ?? '…'}</b>
        <bdi dir="ltr">{data?.email}</bdi>
      </span>
      <Button kind="ghost" isIcon aria-label={text('platform.changeWorkspace')} onClick={onRemove}>
        <X aria-hidden="true" />
      </Button>
    </div>
  )
}
