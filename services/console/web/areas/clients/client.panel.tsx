import { Link } from '@tanstack/react-router'
import { RecordPanel } from '../../app/record-panel.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ClientFacts } from './client-facts.tsx'
import { SessionHistory } from './client-history.tsx'
import { ClientForm } from './client.form.tsx'
import { useClient } from './clients.queries.ts'
import { PossibleDuplicates } from './possible-duplicates.tsx'

type Props = { clientId: string; onClose: () => void }

/** A client beside the list. */
export const ClientPanel = ({ clientId, onClose }: Props) => {
  const text = useText()
  const member = useMember()
  const query = useClient(clientId)
  return (
    <RecordPanel
      query={query}
      title={query.data?.name ?? text('client.title')}
      onClose={onClose}
      form={may(member, 'clients.manage') && ((client, done) => <ClientForm client={client} {...done} />)}
      actions={() => (
        <Link to="/clients/$clientId" params={{ clientId }} className={buttonClass({ kind: 'primary' })}>
          {text('client.open')}
        </Link>
      )}
    >
      {(client) => (
        <>
          <PossibleDuplicates client={client} />
          <ClientFacts client={client} />
          {may(member, 'sessions.view') && (
            <section>
              <h3>{text('client.sessions')}</h3>
              <SessionHistory clientId={clientId} isAllowed />
            </section>
          )}
        </>
      )}
    </RecordPanel>
  )
}
