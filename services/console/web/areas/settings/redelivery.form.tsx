import type { WebhookEndpoint } from '@workspace-platform/client/webhooks'
import { fromList, toList } from '../../app/form-values.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { toLocal } from '../../i18n/local-time.rules.ts'
import { CheckList } from '../../ui/check-list.tsx'
import { DateTimeField } from '../../ui/date-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, SaveActions } from '../../ui/form.tsx'
import { Stack } from '../../ui/page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useEventName } from './use-event-name.ts'
import { redeliveryTypes, toRedeliveryBody } from './webhook-endpoint.rules.ts'
import { reloadDeliveries, webhookCalls } from './webhooks.queries.ts'

const dayMs = 24 * 3600 * 1000

/** Sends the deliveries of a period again, for example after the receiver has lost them. */
export const RedeliveryForm = ({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) => {
  const text = useText()
  const { timeZone } = useFormat()
  const eventName = useEventName()
  const types = redeliveryTypes(endpoint)
  const localTime = (beforeMs: number): string =>
    toLocal(new Date(Date.now() - beforeMs).toISOString(), timeZone)
  const form = useForm({
    initial: { from: localTime(dayMs), to: localTime(0), events: '' },
    check: ({ from, to }) => ({
      ...(from === '' && { from: text('form.required') }),
      ...(to === '' ? { to: text('form.required') } : to < from && { to: text('field.order') }),
    }),
    submit: async (fields, idempotencyKey) => {
      const params = { endpointId: endpoint.id }
      const body = toRedeliveryBody(fields, timeZone)
      const { count } = await webhookCalls.redeliverRange({ params, body, idempotencyKey })
      await reloadDeliveries(endpoint.id)
      return count
    },
    onSaved: (count) => {
      showToast(text('settings.resentCount', { count }))
      onClose()
    },
  })
  return (
    <Dialog title={text('settings.resendPeriod')} onClose={onClose}>
      <Stack>
        <p>{text('settings.resendPeriodText')}</p>
        <Form form={form} label={text('settings.resendPeriod')}>
          <DateTimeField label={text('settings.from')} {...form.field('from')} />
          <DateTimeField label={text('settings.to')} {...form.field('to')} />
          {types.length > 1 && (
            <CheckList
              label={text('settings.events')}
              hint={text('settings.resendAllHint')}
              isOptional
              error={form.field('events').error}
              choices={types.map((value) => ({ value, label: eventName(value) }))}
              values={toList(form.values.events)}
              onChange={(next) => form.change('events', fromList(next))}
            />
          )}
          <SaveActions isBusy={form.isBusy} label={text('settings.resend')} onCancel={onClose} />
        </Form>
      </Stack>
    </Dialog>
  )
}
