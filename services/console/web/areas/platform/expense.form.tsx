import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { DateField } from '../../ui/date-field.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { toMoment } from './money.rules.ts'
import { billingCalls, reloadPlatform } from './platform.queries.ts'

/** Records an expense of the platform. */
export const ExpenseForm = ({ onDone }: { onDone: () => void }) => {
  const text = useText()
  const form = useForm({
    initial: { category: '', amount: '', spentAt: '', note: '' },
    check: ({ category, amount }) => ({
      ...(category.trim() === '' && { category: text('form.required') }),
      ...(Number.isNaN(toNumber(amount)) && { amount: text('field.number') }),
    }),
    submit: async ({ category, amount, spentAt, note }, idempotencyKey) => {
      await billingCalls.createPlatformExpense({
        body: {
          category: category.trim(),
          amount: toNumber(amount),
          note: note.trim() || null,
          ...(spentAt && { spentAt: toMoment(spentAt) }),
        },
        idempotencyKey,
      })
      await reloadPlatform()
    },
    onSaved: () => {
      showToast(text('platform.recorded'))
      onDone()
    },
  })
  return (
    <Form form={form} label={text('platform.recordExpense')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <FormRow>
        <TextField
          label={text('platform.expenseCategory')}
          autoFocus
          autoComplete="off"
          {...form.field('category')}
        />
        <TextField label={text('platform.amountUsd')} inputMode="decimal" {...form.field('amount')} />
      </FormRow>
      <DateField
        label={text('platform.spentOn')}
        hint={text('platform.dayHint')}
        isOptional
        {...form.field('spentAt')}
      />
      <TextArea label={text('platform.note')} isOptional {...form.field('note')} />
      <SaveActions isBusy={form.isBusy} label={text('platform.record')} onCancel={onDone} />
    </Form>
  )
}
