import { getRouteApi } from '@tanstack/react-router'
import type { ApiKey } from '@workspace-platform/client/identity'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useActorNames } from '../../app/actor-names.ts'
import { identityCalls, useMember } from '../../app/session.ts'
import type { ListSearch } from '../../app/list-search.rules.ts'
import { may } from '../../app/session.rules.ts'
import { matchesQuery } from '../../app/text-search.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Page, PageContent, Split } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { SimpleItem } from '../../ui/simple-list.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ApiKeyForm } from './api-key.form.tsx'
import { reloadApiKeys, useApiKeys } from './api-keys.queries.ts'
import { keyState, keyTone } from './api-key.rules.ts'
import { SecretShownOnce } from './secret-shown-once.tsx'
import { SettingsList } from './settings-list.tsx'
import styles from './settings.module.css'

const route = getRouteApi('/shell/settings/keys')

type Question = { apiKey: ApiKey; action: 'rotate' | 'revoke' }

/** The API keys of the workspace: create, change, rotate and revoke them. */
export const ApiKeysPage = () => {
  const text = useText()
  const { change, onSearch } = useListSearch<ListSearch<'search' | 'open'>>()
  const { open, search = '' } = route.useSearch()
  const mayManage = may(useMember(), 'integrations.manage')
  const keys = useApiKeys()
  const [secret, setSecret] = useState<string | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const all = keys.data ?? []
  const rows = all.filter(({ name, prefix }) => matchesQuery(search, name, prefix))
  const opened = all.find(({ id }) => id === open)
  const show = (next: string | null): void => {
    setSecret(null)
    change({ open: next ?? '' })
  }
  const answer = async ({ apiKey, action }: Question): Promise<void> => {
    const params = { apiKeyId: apiKey.id }
    if (action === 'revoke') {
      await identityCalls.revokeApiKey({ params })
      showToast(text('settings.keyRevoked'))
    } else {
      // The old secret keeps working for a day, so that programs can be updated without interruption.
      const reply = await identityCalls.rotateApiKey({ params, body: { overlapSeconds: 86_400 } })
      setSecret(reply.secret)
    }
    setQuestion(null)
    await reloadApiKeys()
  }
  const add = mayManage && (
    <Button kind="primary" onClick={() => show('new')}>
      <Plus aria-hidden="true" />
      {text('settings.addKey')}
    </Button>
  )
  return (
    <Split>
      <Page
        title={text('settings.keys')}
        actions={add}
        toolbar={<SearchField label={text('settings.searchKeys')} value={search} onChange={onSearch} />}
      >
        <PageContent isNarrow>
          <p className={styles['text']}>{text('settings.keysText')}</p>
          {secret && <SecretShownOnce secret={secret} onDone={() => setSecret(null)} />}
          <SettingsList
            title={text('settings.keys')}
            search={search}
            query={keys}
            isEmpty={rows.length === 0}
            none={{
              icon: KeyRound,
              title: text('settings.noKeys'),
              text: text('settings.noKeysText'),
              action: add,
            }}
          >
            {rows.map((apiKey) => (
              <KeyItem
                key={apiKey.id}
                apiKey={apiKey}
                mayManage={mayManage}
                onEdit={() => show(apiKey.id)}
                onAsk={(action) => setQuestion({ apiKey, action })}
              />
            ))}
          </SettingsList>
        </PageContent>
      </Page>
      {mayManage && (open === 'new' || opened) && (
        <SidePanel
          key={open}
          title={text(opened ? 'settings.editKey' : 'settings.addKey')}
          onClose={() => show(null)}
        >
          <ApiKeyForm
            apiKey={opened ?? null}
            onCancel={() => show(null)}
            onSaved={(created) => {
              show(null)
              if (created) setSecret(created)
              else showToast(text('action.saved'))
            }}
          />
        </SidePanel>
      )}
      {question && (
        <ActionDialog
          title={text(`settings.keyTitle.${question.action}`, { name: question.apiKey.name })}
          text={text(`settings.keyWarning.${question.action}`)}
          confirm={text(question.action === 'rotate' ? 'settings.rotate' : 'settings.revoke')}
          onCancel={() => setQuestion(null)}
          onConfirm={() => answer(question)}
        />
      )}
    </Split>
  )
}

type ItemProps = {
  apiKey: ApiKey
  mayManage: boolean
  onEdit: () => void
  onAsk: (action: Question['action']) => void
}

const KeyItem = ({ apiKey, mayManage, onEdit, onAsk }: ItemProps) => {
  const text = useText()
  const format = useFormat()
  const { name, prefix, permissions, lastUsedAt, expiresAt, createdBy } = apiKey
  const maker = useActorNames([createdBy])(createdBy)
  const state = keyState(apiKey, new Date())
  return (
    <SimpleItem
      title={name}
      detail={
        <>
          <bdi dir="ltr" className={styles['code']}>
            {prefix}…
          </bdi>{' '}
          • {text('settings.permissionCount', { count: permissions.length })} •{' '}
          {lastUsedAt
            ? text('settings.lastUsed', { when: format.ago(lastUsedAt) })
            : text('settings.neverUsed')}
          {maker && ` • ${text('settings.keyBy', { name: maker })}`}
          {expiresAt && ` • ${text('settings.expires', { when: format.fullDate(expiresAt) })}`}
        </>
      }
      end={
        <>
          <Badge tone={keyTone[state]}>{text(`settings.keyState.${state}`)}</Badge>
          {mayManage && state !== 'revoked' && (
            <>
              <Button aria-label={text('settings.editNamed', { name })} onClick={onEdit}>
                {text('action.edit')}
              </Button>
              <Button aria-label={text('settings.rotateNamed', { name })} onClick={() => onAsk('rotate')}>
                {text('settings.rotate')}
              </Button>
              <Button aria-label={text('settings.revokeNamed', { name })} onClick={() => onAsk('revoke')}>
                {text('settings.revoke')}
              </Button>
            </>
          )}
        </>
      }
    />
  )
}
