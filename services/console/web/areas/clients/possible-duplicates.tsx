import { Link } from '@tanstack/react-router'
import type { Client } from '@workspace-platform/client/scheduling'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAction } from '../../ui/use-action.ts'
import { reloadClients, updateClient, useSameContacts } from './clients.queries.ts'

/** Names other clients with the same email address or phone number, who may be the same person. */
export const PossibleDuplicates = ({ client }: { client: Client }) => {
  const text = useText()
  const mayManage = may(useMember(), 'clients.manage')
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
          {index > 0 && ' · '}
          <Link to="/clients/$clientId" params={{ clientId: id }}>
            {name}
          </Link>
        </span>
      ))}
      {isAsked && mayManage && (
        <FormActions>
          <Button isBusy={running !== null} onClick={() => void run('confirm', confirm)}>
            {text('client.isOther')}
          </Button>
        </FormActions>
      )}
      {problem && <span role="alert">{problem}</span>}
    </Notice>
  )
}
