import type { PosInvoice } from '@workspace-platform/client/pos'
import { useMember } from '../../app/session.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { sendInvoice } from './invoices.queries.ts'

/** Sends an invoice by email, to its client unless another address is given. */
export const InvoiceMailForm = ({ invoice, onClose }: { invoice: PosInvoice; onClose: () => void }) => {
  const text = useText()
  const languages = useMember().workspace?.languages ?? []
  const names = new Intl.DisplayNames(document.documentElement.lang, { type: 'language' })
  const hasClient = invoice.clientId !== null
  const form = useForm({
    initial: { email: '', language: '' },
    check: ({ email }) => (!hasClient && email.trim() === '' ? { email: text('form.required') } : {}),
    submit: async ({ email, language }, idempotencyKey) => {
      const { recipient } = await sendInvoice({
        params: { invoiceId: invoice.id },
        body: { ...(email.trim() && { email: email.trim() }), ...(language && { language }) },
        idempotencyKey,
      })
      showToast(text('invoice.mailed', { email: recipient.email }))
      onClose()
    },
  })
  return (
    <Dialog title={text('invoice.mail')} onClose={onClose}>
      <Form form={form} label={text('invoice.mail')}>
        <TextField
          label={text('invoice.email')}
          type="email"
          isOptional={hasClient}
          {...(hasClient && { hint: text('invoice.emailHint') })}
          autoComplete="off"
          autoFocus
          {...form.field('email')}
        />
        {languages.length > 1 && (
          <Select
            label={text('invoice.language')}
            choices={[
              { value: '', label: text('invoice.clientLanguage') },
              ...languages.map((value) => ({ value, label: names.of(value) ?? value })),
            ]}
            {...form.field('language')}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {text('invoice.send')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
