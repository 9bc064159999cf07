import type { Client } from '@workspace-platform/client/scheduling'
import { ContactFields } from '../../app/contact-fields.tsx'
import { reloadQueries } from '../../app/query-client.ts'
import { useText } from '../../i18n/language.ts'
import { inLatinDigits } from '../../i18n/number.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import { createClient } from './calendar.queries.ts'

type Props = { name: string; onSaved: (client: Client) => void; onCancel: () => void }

/** Adds a client while a session is being booked. The session's input is kept. */
export const NewClientForm = ({ name, onSaved, onCancel }: Props) => {
  const text = useText()
  const phone = inLatinDigits(name)
  const isPhone = /^[+\d][\d\s-]{4,}$/.test(phone)
  const form = useForm({
    initial: { name: isPhone ? '' : name, phone: isPhone ? phone : '', email: '' },
    check: (fields) => (fields.name.trim() === '' ? { name: text('form.required') } : {}),
    submit: async (fields, idempotencyKey) => {
      const body = {
        name: fields.name.trim(),
        phone: fields.phone.trim() || null,
        email: fields.email.trim() || null,
      }
      const { client } = await createClient({ body, idempotencyKey })
      await reloadQueries(['clients'])
      onSaved(client)
    },
  })
  return (
    <Form form={form} label={text('calendar.newClient')}>
      <ContactFields field={form.field} />
      <FormActions>
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {text('calendar.addClient')}
        </Button>
        <Button onClick={onCancel}>{text('action.back')}</Button>
      </FormActions>
    </Form>
  )
}
