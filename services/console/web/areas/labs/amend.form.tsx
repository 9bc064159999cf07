import type { LabTest, LabTestItem } from '@workspace-platform/client/labs'
import { flagOf } from '@wp/lab-rules'
import { useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, DialogText } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { FlagBadges } from './flag-badges.tsx'
import { amendTestResult, keepTest } from './labs.queries.ts'

type Props = { test: LabTest; item: LabTestItem; onClose: () => void }

/** Corrects a result of a completed test. The earlier value stays visible. */
export const AmendForm = ({ test, item, onClose }: Props) => {
  const text = useText()
  const { resultValueNumeric: before } = item
  const form = useForm({
    initial: { resultValueNumeric: before === null ? '' : String(before), reason: '' },
    check: ({ resultValueNumeric, reason }) => ({
      ...(!Number.isFinite(toNumber(resultValueNumeric)) && { resultValueNumeric: text('field.number') }),
      ...(reason.trim() === '' && { reason: text('form.required') }),
    }),
    submit: ({ resultValueNumeric, reason }, idempotencyKey) =>
      amendTestResult({
        params: { testId: test.id, itemId: item.id },
        body: { resultValueNumeric: toNumber(resultValueNumeric), reason: reason.trim() },
        idempotencyKey,
      }),
    onSaved: ({ test: amended }) => {
      keepTest(amended)
      showToast(text('labs.amended'))
      onClose()
    },
  })
  const typed = toNumber(form.values.resultValueNumeric)
  const range = item.evaluation?.range ?? null
  return (
    <Dialog title={text('labs.amendTitle', { name: item.testName })} onClose={onClose}>
      <DialogText>{text('labs.amendText')}</DialogText>
      <Form form={form} label={text('labs.amend')}>
        <TextField
          label={text('labs.newResult', { unit: item.unit ?? '' })}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          autoFocus
          hint={range && Number.isFinite(typed) && <FlagBadges {...flagOf(typed, range)} />}
          {...form.field('resultValueNumeric')}
        />
        <TextArea label={text('labs.reasonLabel')} maxLength={2000} {...form.field('reason')} />
        <DialogActions>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {text('labs.amend')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
