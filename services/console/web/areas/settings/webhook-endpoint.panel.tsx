import type { WebhookEndpoint } from '@workspace-platform/client/webhooks'
import { useState } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toProblem } from '../../ui/problem.ts'
import { SidePanel } from '../../ui/side-panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Deliveries } from './deliveries.tsx'
import { SecretShownOnce } from './secret-shown-once.tsx'
import styles from './settings.module.css'
import { WebhookEndpointForm } from './webhook-endpoint.form.tsx'
import { useEventName } from './use-event-name.ts'
import { endpointState, endpointTone } from './webhook-endpoint.rules.ts'
import { reloadDeliveries, reloadEndpoints, webhookCalls } from './webhooks.queries.ts'

type Props = {
  endpoint: WebhookEndpoint
  mayManage: boolean
  /** The newly issued secret. */
  secret: string | null
  onSecret: (secret: string | null) => void
  onClose: () => void
}

type Question = 'renewSecret' | 'deleteEndpoint'

/** An endpoint beside the list: state, secret, test and deliveries. */
export const WebhookEndpointPanel = ({ endpoint, mayManage, secret, onSecret, onClose }: Props) => {
  const text = useText()
  const format = useFormat()
  const eventName = useEventName()
  const [isEditing, setEditing] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const params = { endpointId: endpoint.id }
  const state = endpointState(endpoint)

  const test = async (): Promise<void> => {
    setFailure(null)
    try {
      await webhookCalls.testWebhookEndpoint({ params })
      await reloadDeliveries(endpoint.id)
      showToast(text('settings.testSent'))
    } catch (error) {
      setFailure(error)
    }
  }
  const answer = async (asked: Question): Promise<void> => {
    if (asked === 'renewSecret') {
      onSecret((await webhookCalls.rotateWebhookSecret({ params })).secret)
      setQuestion(null)
      return
    }
    await webhookCalls.deleteWebhookEndpoint({ params })
    showToast(text('settings.endpointDeleted'))
    onClose()
    await reloadEndpoints()
  }

  if (isEditing)
    return (
      <SidePanel title={text('settings.editEndpoint')} onClose={onClose}>
        <WebhookEndpointForm
          endpoint={endpoint}
          onCancel={() => setEditing(false)}
          onSaved={() => {
            setEditing(false)
            showToast(text('action.saved'))
          }}
        />
      </SidePanel>
    )
  return (
    <SidePanel title={text('settings.endpoint')} onClose={onClose}>
      {failure !== null && <Notice tone="bad">{toProblem(failure, text).message}</Notice>}
      {secret && <SecretShownOnce secret={secret} onDone={() => onSecret(null)} />}
      {endpoint.disabledReason && (
        <Notice tone="warn">{text(`settings.disabled.${endpoint.disabledReason}`)}</Notice>
      )}
      {mayManage && (
        <FormActions>
          <Button onClick={() => setEditing(true)}>{text('action.edit')}</Button>
          {state === 'active' && <Button onClick={() => void test()}>{text('settings.sendTest')}</Button>}
          <Button onClick={() => setQuestion('renewSecret')}>{text('settings.renewSecret')}</Button>
          <Button onClick={() => setQuestion('deleteEndpoint')}>{text('action.delete')}</Button>
        </FormActions>
      )}
      <Facts
        items={[
          [
            text('settings.url'),
            <bdi key="url" dir="ltr" className={styles['code']}>
              {endpoint.url}
            </bdi>,
          ],
          [text('settings.description'), endpoint.description],
          [text('settings.events'), endpoint.events.map(eventName).join(' • ')],
          [
            text('settings.status'),
            <Badge key="state" tone={endpointTone[state]}>
              {text(`settings.endpointState.${state}`)}
            </Badge>,
          ],
          [text('settings.since'), format.dateTime(endpoint.createdAt)],
        ]}
      />
      <Deliveries endpoint={endpoint} mayResend={mayManage && state === 'active'} />
      {question && (
        <ActionDialog
          title={text(`settings.askTitle.${question}`)}
          text={text(`settings.askText.${question}`)}
          confirm={text(question === 'renewSecret' ? 'settings.renewSecret' : 'action.delete')}
          onCancel={() => setQuestion(null)}
          onConfirm={() => answer(question)}
        />
      )}
    </SidePanel>
  )
}
