import { useMemo } from 'react'
import { currencyChoices } from '../../app/currency-choices.ts'
import { fromList, toList } from '../../app/form-values.rules.ts'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useMember } from '../../app/session.ts'
import { useLanguage, useText } from '../../i18n/language.ts'
import { CheckList } from '../../ui/check-list.tsx'
import { Select } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { changeWorkspace } from './settings.queries.ts'
import { inUnit, reminderChoices } from './settings.rules.ts'
import { TimeZoneField } from './time-zone-field.tsx'

const rules = ['preventOverlap', 'blockHolidays', 'enforceWorkingHours'] as const

/** Time zone, currency, language of the members, rules for bookings and reminders. */
export const RegionForm = () => {
  const text = useText()
  const { language } = useLanguage()
  const settings = useMember().workspace!.settings
  const currencies = useMemo(() => currencyChoices(language), [language])
  const form = useForm({
    initial: {
      timeZone: settings.timeZone,
      currencyCode: settings.currencyCode,
      locale: settings.locale as string,
      rules: fromList(rules.filter((rule) => settings[rule])),
      reminders: fromList(settings.reminders.map(String)),
    },
    paths: {
      'settings.timeZone': 'timeZone',
      'settings.currencyCode': 'currencyCode',
      'settings.locale': 'locale',
      'settings.reminders': 'reminders',
    },
    submit: async (fields) => {
      const chosen = toList(fields.rules)
      await changeWorkspace({
        settings: {
          timeZone: fields.timeZone,
          currencyCode: fields.currencyCode,
          locale: fields.locale === 'ar' ? 'ar' : 'en',
          preventOverlap: chosen.includes('preventOverlap'),
          blockHolidays: chosen.includes('blockHolidays'),
          enforceWorkingHours: chosen.includes('enforceWorkingHours'),
          reminders: toList(fields.reminders).map(Number),
        },
      })
      showToast(text('action.saved'))
    },
  })
  return (
    <Form form={form} label={text('settings.rules')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <FormRow>
        <TimeZoneField
          name="timeZone"
          value={form.values.timeZone}
          error={form.field('timeZone').error}
          onPick={(timeZone) => form.change('timeZone', timeZone)}
        />
        <Select label={text('settings.currency')} choices={currencies} {...form.field('currencyCode')} />
        <Select
          label={text('settings.locale')}
          choices={[
            { value: 'en', label: text('language.en') },
            { value: 'ar', label: text('language.ar') },
          ]}
          {...form.field('locale')}
        />
      </FormRow>
      <CheckList
        label={text('settings.bookingRules')}
        isStacked
        choices={rules.map((value) => ({ value, label: text(`settings.rule.${value}`) }))}
        values={toList(form.values.rules)}
        onChange={(next) => form.change('rules', fromList(next))}
      />
      <CheckList
        label={text('settings.reminders')}
        hint={text('settings.remindersHint')}
        error={form.field('reminders').error}
        choices={reminderChoices(settings.reminders).map((minutes) => {
          const { unit, count } = inUnit(minutes)
          return { value: String(minutes), label: text(`settings.before.${unit}`, { count }) }
        })}
        values={toList(form.values.reminders)}
        onChange={(next) => form.change('reminders', fromList(next))}
      />
      <SaveActions isBusy={form.isBusy} />
    </Form>
  )
}
