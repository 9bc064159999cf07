import { getRouteApi } from '@tanstack/react-router'
import type { WebhookEndpoint } from '@workspace-platform/client/webhooks'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useMember } from '../../app/session.ts'
import type { ListSearch } from '../../app/list-search.rules.ts'
import { may } from '../../app/session.rules.ts'
import { matchesQuery } from '../../app/text-search.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Page, PageContent, Split } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { SimpleItem } from '../../ui/simple-list.tsx'
import { SettingsList } from './settings-list.tsx'
import styles from './settings.module.css'
import { WebhookEndpointForm } from './webhook-endpoint.form.tsx'
import { WebhookEndpointPanel } from './webhook-endpoint.panel.tsx'
import { useEventName } from './use-event-name.ts'
import { endpointState, endpointTone } from './webhook-endpoint.rules.ts'
import { useEndpoints } from './webhooks.queries.ts'

const route = getRouteApi('/shell/settings/webhooks')

type Shown = { endpointId: string; secret: string }

/** The endpoints that receive events, with their deliveries. */
export const WebhooksPage = () => {
  const text = useText()
  const { change, onSearch } = useListSearch<ListSearch<'search' | 'open'>>()
  const { open, search = '' } = route.useSearch()
  const mayManage = may(useMember(), 'integrations.manage')
  const query = useEndpoints()
  const endpoints = query.data ?? []
  const eventName = useEventName()
  const found = endpoints.filter(({ url, description, events }) =>
    matchesQuery(search, url, description, ...events, ...events.map(eventName)),
  )
  const [shown, setShown] = useState<Shown | null>(null)
  const opened = endpoints.find(({ id }) => id === open)
  const show = (next: string | null): void => change({ open: next ?? '' })
  const add = mayManage && (
    <Button kind="primary" onClick={() => show('new')}>
      <Plus aria-hidden="true" />
      {text('settings.addEndpoint')}
    </Button>
  )
  return (
    <Split>
      <Page
        title={text('settings.webhooks')}
        actions={add}
        toolbar={<SearchField label={text('settings.searchEndpoints')} value={search} onChange={onSearch} />}
      >
        <PageContent isNarrow>
          <p className={styles['text']}>{text('settings.webhooksText')}</p>
          <SettingsList
            title={text('settings.endpoints')}
            search={search}
            query={query}
            isEmpty={found.length === 0}
            none={{
              icon: Webhook,
              title: text('settings.noEndpoints'),
              text: text('settings.noEndpointsText'),
              action: add,
            }}
          >
            {found.map((endpoint) => (
              <EndpointItem key={endpoint.id} endpoint={endpoint} onOpen={() => show(endpoint.id)} />
            ))}
          </SettingsList>
        </PageContent>
      </Page>
      {open === 'new' && mayManage && (
        <SidePanel title={text('settings.addEndpoint')} onClose={() => show(null)}>
          <WebhookEndpointForm
            endpoint={null}
            onCancel={() => show(null)}
            onSaved={({ id }, secret) => {
              if (secret) setShown({ endpointId: id, secret })
              show(id)
            }}
          />
        </SidePanel>
      )}
      {opened && (
        <WebhookEndpointPanel
          key={opened.id}
          endpoint={opened}
          mayManage={mayManage}
          secret={shown?.endpointId === opened.id ? shown.secret : null}
          onSecret={(secret) => setShown(secret ? { endpointId: opened.id, secret } : null)}
          onClose={() => {
            setShown(null)
            show(null)
          }}
        />
      )}
    </Split>
  )
}

const EndpointItem = ({ endpoint, onOpen }: { endpoint: WebhookEndpoint; onOpen: () => void }) => {
  const text = useText()
  const eventName = useEventName()
  const state = endpointState(endpoint)
  const { url, events, description } = endpoint
  return (
    <SimpleItem
      title={<bdi dir="ltr">{url}</bdi>}
      detail={
        <>
          {description && `${description} • `}
          {events.map(eventName).join(' • ')}
        </>
      }
      end={
        <>
          <Badge tone={endpointTone[state]}>{text(`settings.endpointState.${state}`)}</Badge>
          <Button aria-label={text('settings.openNamed', { name: url })} onClick={onOpen}>
            {text('settings.open')}
          </Button>
        </>
      }
    />
  )
}
