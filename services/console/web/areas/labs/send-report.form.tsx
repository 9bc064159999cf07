import type { LabTest } from '@workspace-platform/client/labs'
import { useMember } from '../../app/session.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, DialogText } from '../../ui/dialog.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { sendTestReport } from './labs.queries.ts'

/** Sends the client a link to the report. */
export const SendReportForm = ({ test, onClose }: { test: LabTest; onClose: () => void }) => {
  const text = useText()
  const languages = useMember().workspace?.languages ?? []
  const names = new Intl.DisplayNames(document.documentElement.lang, { type: 'language' })
  const form = useForm({
    initial: { email: '', language: '' },
    submit: ({ email, language }, idempotencyKey) =>
      sendTestReport({
        params: { testId: test.id },
        body: { ...(email.trim() && { email: email.trim() }), ...(language && { language }) },
        idempotencyKey,
      }),
    onSaved: ({ recipient }) => {
      const to = [recipient.email, recipient.phone].filter(Boolean).join(' • ')
      showToast(text('labs.reportSent', { to }))
      onClose()
    },
  })
  return (
    <Dialog title={text('labs.sendReport')} onClose={onClose}>
      <DialogText>{text('labs.sendReportText', { name: test.clientName })}</DialogText>
      <Form form={form} label={text('labs.sendReport')}>
        <TextField
          label={text('labs.email')}
          type="email"
          isOptional
          hint={text('labs.emailHint')}
          autoComplete="off"
          autoFocus
          {...form.field('email')}
        />
        {languages.length > 1 && (
          <Select
            label={text('labs.language')}
            choices={[
              { value: '', label: text('labs.clientLanguage') },
              ...languages.map((value) => ({ value, label: names.of(value) ?? value })),
            ]}
            {...form.field('language')}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {text('labs.send')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
