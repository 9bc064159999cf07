import type { WebhookEndpoint } from '@workspace-platform/client/webhooks'
import { fromList, toList } from '../../app/form-values.rules.ts'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useText } from '../../i18n/language.ts'
import { CheckList } from '../../ui/check-list.tsx'
import { Checkbox, TextArea, TextField } from '../../ui/field.tsx'
import { Form, SaveActions } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import { resources } from './event-type.rules.ts'
import { toEndpointBody, toEndpointFields } from './webhook-endpoint.rules.ts'
import { reloadEndpoints, webhookCalls } from './webhooks.queries.ts'

type Props = {
  endpoint: WebhookEndpoint | null
  /** Receives the saved endpoint, and the secret of a new one. */
  onSaved: (endpoint: WebhookEndpoint, secret: string | null) => void
  onCancel: () => void
}

export const WebhookEndpointForm = ({ endpoint, onSaved, onCancel }: Props) => {
  const text = useText()
  const form = useForm({
    initial: toEndpointFields(endpoint),
    paths: { events: 'resources' },
    check: (fields) => ({
      ...(fields.url.trim() === '' && { url: text('form.required') }),
      ...(toEndpointBody(fields).events.length === 0 && { resources: text('settings.oneEvent') }),
    }),
    submit: async (fields, idempotencyKey) => {
      const body = toEndpointBody(fields)
      const saved = endpoint
        ? {
            ...(await webhookCalls.updateWebhookEndpoint({ params: { endpointId: endpoint.id }, body })),
            secret: null,
          }
        : await webhookCalls.createWebhookEndpoint({ body, idempotencyKey })
      await reloadEndpoints()
      return saved
    },
    onSaved: ({ webhookEndpoint, secret }) => onSaved(webhookEndpoint, secret),
  })
  const { values } = form
  return (
    <Form form={form} label={text(endpoint ? 'settings.editEndpoint' : 'settings.addEndpoint')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <TextField
        label={text('settings.url')}
        hint={text('settings.urlHint')}
        type="url"
        autoFocus
        placeholder="https://example.com/webhooks"
        {...form.field('url')}
      />
      <TextField label={text('settings.description')} isOptional {...form.field('description')} />
      <Checkbox
        label={text('settings.allEvents')}
        checked={values.all === 'yes'}
        onChange={({ target }) => form.change('all', target.checked ? 'yes' : '')}
      />
      {values.all === '' && (
        <>
          <CheckList
            label={text('settings.events')}
            error={form.field('resources').error}
            choices={resources.map((value) => ({ value, label: text(`settings.resource.${value}`) }))}
            values={toList(values.resources)}
            onChange={(next) => form.change('resources', fromList(next))}
          />
          <TextArea
            label={text('settings.otherEvents')}
            hint={text('settings.otherEventsHint')}
            isOptional
            dir="ltr"
            rows={2}
            placeholder="invoice.paid"
            {...form.field('others')}
          />
        </>
      )}
      <Checkbox
        label={text('settings.endpointActive')}
        checked={values.isActive === 'yes'}
        onChange={({ target }) => form.change('isActive', target.checked ? 'yes' : '')}
      />
      <SaveActions
        isBusy={form.isBusy}
        label={text(endpoint ? 'action.save' : 'settings.createEndpoint')}
        onCancel={onCancel}
      />
    </Form>
  )
}
