import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { RecordBody } from '../../app/record-page.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FormActions } from '../../ui/form.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { ClientFacts } from './client-facts.tsx'
import { SessionHistory } from './client-history.tsx'
import { ClientForm } from './client.form.tsx'
import { useClient } from './clients.queries.ts'

type Props = { clientId: string; onClose: () => void }

/** A client beside the list. */
export const ClientPanel = ({ clientId, onClose }: Props) => {
  const text = useText()
  const member = useMember()
  const query = useClient(clientId)
  const [isEditing, setEditing] = useState(false)
  return (
    <SidePanel title={query.data?.name ?? text('client.title')} onClose={onClose}>
      <RecordBody
        query={query}
        isEditing={isEditing}
        onStopEditing={() => setEditing(false)}
        form={(client, onSaved) => (
          <ClientForm client={client} onCancel={() => setEditing(false)} onSaved={onSaved} />
        )}
      >
        {(client) => (
          <>
            <FormActions>
              <Link
                to="/clients/$clientId"
                params={{ clientId }}
                className={buttonClass({ kind: 'primary' })}
              >
                {text('client.open')}
              </Link>
              {may(member, 'clients.manage') && (
                <Button onClick={() => setEditing(true)}>
                  <Pencil aria-hidden="true" />
                  {text('action.edit')}
                </Button>
              )}
            </FormActions>
            <ClientFacts client={client} />
            {may(member, 'sessions.view') && (
              <section>
                <h3>{text('client.sessions')}</h3>
                <SessionHistory clientId={clientId} isAllowed />
              </section>
            )}
          </>
        )}
      </RecordBody>
    </SidePanel>
  )
}
