import type { Holiday } from '@workspace-platform/client/scheduling'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { reloadHolidays, schedulingCalls } from './calendar-settings.queries.ts'
import { frequencies, toHolidayBody, toHolidayFields } from './holiday.rules.ts'

type Props = { holiday: Holiday | null; onDone: () => void }

export const HolidayForm = ({ holiday, onDone }: Props) => {
  const text = useText()
  const form = useForm({
    initial: toHolidayFields(holiday),
    paths: { recurrenceRule: 'frequency' },
    check: ({ name, date }) => ({
      ...(name.trim() === '' && { name: text('form.required') }),
      ...(date === '' && { date: text('form.required') }),
    }),
    submit: async (fields, idempotencyKey) => {
      const body = toHolidayBody(fields)
      if (holiday) await schedulingCalls.updateHoliday({ params: { holidayId: holiday.id }, body })
      else await schedulingCalls.createHoliday({ body, idempotencyKey })
      await reloadHolidays()
      showToast(text('action.saved'))
      onDone()
    },
  })
  return (
    <Form form={form} label={text(holiday ? 'settings.editHoliday' : 'settings.addHoliday')}>
      <TextField label={text('settings.holidayName')} autoFocus {...form.field('name')} />
      <DateField label={text('settings.date')} {...form.field('date')} />
      <Select
        label={text('settings.repeats')}
        choices={[
          { value: '', label: text('settings.once') },
          ...frequencies.map((value) => ({ value, label: text(`settings.repeats.${value}`) })),
        ]}
        {...form.field('frequency')}
      />
      <DialogActions>
        <Button onClick={onDone}>{text('action.cancel')}</Button>
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {text('action.save')}
        </Button>
      </DialogActions>
    </Form>
  )
}
