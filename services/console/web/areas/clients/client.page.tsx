import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, PageContent } from '../../ui/page.tsx'
import { toProblem } from '../../ui/problem.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ClientFacts } from './client-facts.tsx'
import { InvoiceHistory, SessionHistory, TestHistory } from './client-history.tsx'
import { ClientForm } from './client.form.tsx'
import styles from './clients.module.css'
import { deleteClient, reloadClients, useClient } from './clients.queries.ts'
import type { HistoryTab } from './clients.routes.ts'

const route = getRouteApi('/shell/clients/$clientId')

/** Who may see each part of a client's history. */
const permissions: Record<HistoryTab, string> = {
  sessions: 'sessions.view',
  invoices: 'store.orders.view',
  tests: 'labs.view',
}

export const ClientPage = () => {
  const text = useText()
  const member = useMember()
  const navigate = route.useNavigate()
  const { clientId } = route.useParams()
  const search = route.useSearch()
  const { data: client, error, refetch } = useClient(clientId)
  const [isDeleting, setDeleting] = useState(false)
  const tabs = (Object.keys(permissions) as HistoryTab[]).filter((tab) => may(member, permissions[tab]))
  const tab = tabs.find((each) => each === search.tab) ?? tabs[0]
  const isEditing = search.edit === true && may(member, 'clients.manage')
  const stopEditing = (): void => void navigate({ search: search.tab ? { tab: search.tab } : {} })
  const back = (
    <Link
      to="/clients"
      className={buttonClass({ kind: 'ghost', isIcon: true })}
      aria-label={text('client.back')}
    >
      <ArrowLeft aria-hidden="true" className="mirrored" />
    </Link>
  )
  if (error)
    return (
      <Page title={text('client.title')} before={back}>
        <LoadFailure error={error} onRetry={() => void refetch()} />
      </Page>
    )
  return (
    <Page
      title={client?.name ?? text('client.title')}
      before={back}
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
    >
      <PageContent>
        <div className={styles['columns']}>
          <Card title={text(isEditing ? 'client.editTitle' : 'client.details')}>
            {!client ? (
              <Skeleton lines={6} />
            ) : isEditing ? (
              <ClientForm
                client={client}
                onCancel={stopEditing}
                onSaved={() => {
                  stopEditing()
                  showToast(text('action.saved'))
                }}
              />
            ) : (
              <ClientFacts client={client} />
            )}
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
              {tab === 'tests' && <TestHistory clientId={clientId} isAllowed />}
            </Card>
          )}
        </div>
      </PageContent>
      {isDeleting && client && (
        <DeleteClient
          clientId={clientId}
          name={client.name}
          onCancel={() => setDeleting(false)}
          onDeleted={() => {
            void navigate({ to: '/clients' })
            showToast(text('client.deleted'))
          }}
        />
      )}
    </Page>
  )
}

type DeleteProps = { clientId: string; name: string; onCancel: () => void; onDeleted: () => void }

const DeleteClient = ({ clientId, name, onCancel, onDeleted }: DeleteProps) => {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      await deleteClient({ params: { clientId } })
      onDeleted()
      await reloadClients()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      title={text('client.deleteTitle', { name })}
      text={text('client.deleteText')}
      confirm={text('action.delete')}
      cancel={text('action.cancel')}
      isBusy={isBusy}
      onCancel={onCancel}
      onConfirm={() => void remove()}
      problem={failure !== null && <Notice tone="bad">{toProblem(failure, text).message}</Notice>}
    />
  )
}
