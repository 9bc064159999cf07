import { getRouteApi } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { BackLink, RecordBody, RecordPage } from '../../app/record-page.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { DeleteDialog } from '../../ui/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Columns } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ClientFacts } from './client-facts.tsx'
import { InvoiceHistory, OrderHistory, SessionHistory, TestHistory } from './client-history.tsx'
import { ClientForm } from './client.form.tsx'
import styles from './clients.module.css'
import { deleteClient, reloadClients, useClient } from './clients.queries.ts'
import { PossibleDuplicates } from './possible-duplicates.tsx'
import type { HistoryTab } from './clients.routes.ts'

const route = getRouteApi('/shell/clients/$clientId')

/** The permissions for each part of a client's history. */
const permissions: Record<HistoryTab, string> = {
  sessions: 'sessions.view',
  invoices: 'store.orders.view',
  orders: 'store.orders.view',
  tests: 'labs.view',
}

export const ClientPage = () => {
  const text = useText()
  const member = useMember()
  const navigate = route.useNavigate()
  const { clientId } = route.useParams()
  const search = route.useSearch()
  const query = useClient(clientId)
  const client = query.data
  const [isDeleting, setDeleting] = useState(false)
  const tabs = (Object.keys(permissions) as HistoryTab[]).filter((tab) => may(member, permissions[tab]))
  const tab = tabs.find((each) => each === search.tab) ?? tabs[0]
  const isEditing = search.edit === true && may(member, 'clients.manage')
  const stopEditing = (): void => void navigate({ search: search.tab ? { tab: search.tab } : {} })
  const remove = async (): Promise<void> => {
    await deleteClient({ params: { clientId } })
    void navigate({ to: '/clients' })
    showToast(text('action.deleted'))
    await reloadClients()
  }
  return (
    <RecordPage
      query={query}
      title={client?.name ?? text('client.title')}
      back={<BackLink to="/clients" label={text('client.back')} />}
      actions={
        client &&
        may(member, 'clients.manage') && (
          <>
            <Button onClick={() => setDeleting(true)}>
              <Trash2 aria-hidden="true" />
              {text('action.delete')}
            </Button>
            <Button kind="primary" onClick={() => void navigate({ search: { ...search, edit: true } })}>
              <Pencil aria-hidden="true" />
              {text('action.edit')}
            </Button>
          </>
        )
      }
      dialogs={
        isDeleting &&
        client && (
          <DeleteDialog
            title={text('client.deleteTitle', { name: client.name })}
            text={text('client.deleteText')}
            onCancel={() => setDeleting(false)}
            onDelete={remove}
          />
        )
      }
    >
      <Columns narrow="start">
        <Card title={text(isEditing ? 'client.editTitle' : 'client.details')}>
          <RecordBody
            query={query}
            isEditing={isEditing}
            onStopEditing={stopEditing}
            form={(record, onSaved) => (
              <ClientForm client={record} onCancel={stopEditing} onSaved={onSaved} />
            )}
          >
            {(record) => (
              <>
                <PossibleDuplicates client={record} />
                <ClientFacts client={record} />
              </>
            )}
          </RecordBody>
        </Card>
        {tab && (
          <Card title={text('client.history')}>
            <div className={styles['tabs']}>
              <Segmented
                label={text('client.history')}
                value={tab}
                options={tabs.map((value) => ({ value, label: text(`client.tab.${value}`) }))}
                onChange={(next) => void navigate({ search: { ...search, tab: next }, replace: true })}
              />
            </div>
            {tab === 'sessions' && <SessionHistory clientId={clientId} isAllowed />}
            {tab === 'invoices' && <InvoiceHistory clientId={clientId} isAllowed />}
            {tab === 'orders' && client && <OrderHistory client={client} />}
            {tab === 'tests' && <TestHistory clientId={clientId} isAllowed />}
          </Card>
        )}
      </Columns>
    </RecordPage>
  )
}
