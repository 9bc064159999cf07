import type { TaxRate } from '@workspace-platform/client/identity'
import { useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { changeWorkspace } from './settings.queries.ts'

type Props = {
  rates: readonly TaxRate[]
  /** The rate to change; null for a new one. */
  rate: TaxRate | null
  onDone: () => void
  onCancel: () => void
}

/** The API replaces all rates together, so the others are sent unchanged. */
export const TaxRateForm = ({ rates, rate, onDone, onCancel }: Props) => {
  const text = useText()
  const at = rate ? rates.findIndex(({ id }) => id === rate.id) : rates.length
  const form = useForm({
    initial: { name: rate?.name ?? '', percentage: rate ? String(rate.percentage) : '' },
    paths: { [`taxRates.${at}.name`]: 'name', [`taxRates.${at}.percentage`]: 'percentage' },
    check: ({ name, percentage }) => ({
      ...(name.trim() === '' && { name: text('form.required') }),
      ...(Number.isNaN(toNumber(percentage)) && { percentage: text('settings.number') }),
    }),
    submit: async ({ name, percentage }) => {
      const changed = { name: name.trim(), percentage: toNumber(percentage) }
      await changeWorkspace({
        taxRates: rate
          ? rates.map((each) => (each.id === rate.id ? { ...each, ...changed } : each))
          : [...rates, changed],
      })
      showToast(text('action.saved'))
      onDone()
    },
  })
  return (
    <Form form={form} label={text(rate ? 'settings.editTax' : 'settings.addTax')}>
      <TextField label={text('settings.taxName')} autoFocus {...form.field('name')} />
      <TextField
        label={text('settings.percentage')}
        hint={text('settings.percentageHint')}
        inputMode="decimal"
        {...form.field('percentage')}
      />
      <DialogActions>
        <Button onClick={onCancel}>{text('action.cancel')}</Button>
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {text('action.save')}
        </Button>
      </DialogActions>
    </Form>
  )
}
