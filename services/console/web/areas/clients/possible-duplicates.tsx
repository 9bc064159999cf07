import { Link } from '@tanstack/react-router'
import type { Client } from '@workspace-platform/client/scheduling'
import { useState } from 'react'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useAction } from '../../ui/use-action.ts'
import { reloadClients, updateClient, useSameContacts } from './clients.queries.ts'
import { mergeClients } from './merge.queries.ts'

/** Names other clients with the same email address or phone number, who may be the same person. */
export const PossibleDuplicates = ({ client }: { client: Client }) => {
  const text = useText()
  const member = useMember()
  const mayManage = may(member, 'clients.manage')
  const mayMerge = mayManage && may(member, 'sessions.view') && may(member, 'sessions.update')
  const [merged, setMerged] = useState<Client | null>(null)
  const { data: others = [] } = useSameContacts(client)
  const { run, running, problem } = useAction<'confirm'>()
  const confirm = async (): Promise<void> => {
    await updateClient({ params: { clientId: client.id }, body: { possibleDuplicateOf: null } })
    await reloadClients()
  }
  if (others.length === 0) return null
  const isAsked = client.possibleDuplicateOf !== null
  return (
    <Notice tone={isAsked ? 'warn' : 'neutral'}>
      {text(isAsked ? 'client.mayBeSame' : 'client.sameContact')}{' '}
      {others.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ' • '}
          <Link to="/clients/$clientId" params={{ clientId: id }}>
            {name}
          </Link>
        </span>
      ))}
      {mayManage && (isAsked || mayMerge) && (
        <FormActions>
          {mayMerge &&
            others.map((other) => (
              <Button key={other.id} onClick={() => setMerged(other)}>
                {text('client.merge', { name: other.name })}
              </Button>
            ))}
          {isAsked && (
            <Button isBusy={running !== null} onClick={() => void run('confirm', confirm)}>
              {text('client.isOther')}
            </Button>
          )}
        </FormActions>
      )}
      {merged && (
        <ActionDialog
          title={text('client.mergeTitle', { name: client.name, other: merged.name })}
          text={text('client.mergeText', { name: client.name, other: merged.name })}
          confirm={text('client.mergeConfirm')}
          onCancel={() => setMerged(null)}
          onConfirm={async () => {
            await mergeClients(client, merged, may(member, 'labs.run'))
            setMerged(null)
            showToast(text('client.merged'))
          }}
        />
      )}
      {problem && <span role="alert">{problem}</span>}
    </Notice>
  )
}
