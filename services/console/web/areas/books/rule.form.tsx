import type { RecurringExpenseRule } from '@workspace-platform/client/finance'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { addDays } from '../../i18n/format.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useLanguage, useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useForm } from '../../ui/use-form.ts'
import { LabelsRow, MoneyFields } from './shared-fields.tsx'
import { recurringCalls, reloadRules } from './recurring.queries.ts'
import { datesFrom, datesText, frequencies, toRuleBody, toRuleFields } from './rule.rules.ts'

type Props = {
  rule?: RecurringExpenseRule
  onSaved: (rule: RecurringExpenseRule) => void
  onCancel: () => void
}

const numbersTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)

/** Adds a recurring expense, or changes one from tomorrow on. */
export const RuleForm = ({ rule, onSaved, onCancel }: Props) => {
  const text = useText()
  const format = useFormat()
  const { locale } = useLanguage()
  const form = useForm({
    initial: toRuleFields(rule ?? null, { today: format.today(), currencyCode: format.currencyCode }),
    check: ({ title, amount, startDate, endDate }) => ({
      ...(title.trim() === '' && { title: text('form.required') }),
      ...(!(toNumber(amount) > 0) && { amount: text('books.positive') }),
      ...(startDate === '' && { startDate: text('form.required') }),
      ...(endDate !== '' && endDate < startDate && { endDate: text('books.daysOrder') }),
    }),
    submit: async (fields, idempotencyKey) => {
      const body = toRuleBody(fields)
      const saved = rule
        ? await recurringCalls.updateRecurringExpenseRule({ params: { ruleId: rule.id }, body })
        : await recurringCalls.createRecurringExpenseRule({ body, idempotencyKey })
      await reloadRules()
      return saved.rule
    },
    onSaved,
  })
  const { values } = form
  // A new rule is due from today on, a change applies from tomorrow.
  const firstDay = rule ? addDays(format.today(), 1) : format.today()
  const dates =
    values.startDate === ''
      ? []
      : datesFrom({ ...toRuleBody(values), startDate: values.startDate }, firstDay, 3)
  const monthName = (month: number): string =>
    new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(
      new Date(Date.UTC(2000, month - 1, 1)),
    )
  return (
    <Form form={form} label={text(rule ? 'books.editRule' : 'books.newRule')}>
      <UnsavedChanges isDirty={form.isDirty} />
      {rule && <Notice>{text('books.ruleChange')}</Notice>}
      <MoneyFields field={form.field} />
      <FormRow>
        <Select
          label={text('books.frequency')}
          choices={frequencies.map((value) => ({ value, label: text(`books.frequency.${value}`) }))}
          {...form.field('frequency')}
        />
        {values.frequency === 'yearly' && (
          <Select
            label={text('books.monthOfYear')}
            choices={[
              { value: '', label: text('books.asStart') },
              ...numbersTo(12).map((month) => ({ value: String(month), label: monthName(month) })),
            ]}
            {...form.field('monthOfYear')}
          />
        )}
        {values.frequency !== 'daily' && (
          <Select
            label={text('books.dayOfMonth')}
            choices={[
              { value: '', label: text('books.asStart') },
              ...numbersTo(31).map((day) => ({ value: String(day), label: format.number(day) })),
            ]}
            {...form.field('dayOfMonth')}
          />
        )}
      </FormRow>
      <FormRow>
        <DateField label={text('books.startDate')} {...form.field('startDate')} />
        <DateField label={text('books.endDate')} isOptional {...form.field('endDate')} />
      </FormRow>
      {dates.length > 0 && (
        <Notice>{text('books.nextDates', { dates: datesText(dates.map(format.date)) })}</Notice>
      )}
      <TextField
        label={text('books.party.expenses')}
        isOptional
        autoComplete="off"
        maxLength={200}
        {...form.field('vendor')}
      />
      <LabelsRow kind="expenses" field={form.field} />
      <TextArea label={text('books.notes')} isOptional {...form.field('notes')} />
      <SaveActions
        isBusy={form.isBusy}
        label={text(rule ? 'action.save' : 'books.addRule')}
        onCancel={onCancel}
      />
    </Form>
  )
}
