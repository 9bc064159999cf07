import type { BookingPage } from '@workspace-platform/client/scheduling'
import { fromList, toList, toSlug } from '../../app/form-values.rules.ts'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { CheckList } from '../../ui/check-list.tsx'
import { Checkbox, TextArea, TextField } from '../../ui/field.tsx'
import { Form, SaveActions } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { checkPage, numberFields, toPageBody, toPageFields } from './booking-page.rules.ts'
import { putBookingPage, reloadBookingPage, useBookingChoices } from './settings.queries.ts'
import styles from './settings.module.css'

type Props = { page: BookingPage | null }

/** The page on which customers book. It is created when it is saved for the first time. */
export const BookingPageForm = ({ page }: Props) => {
  const text = useText()
  const member = useMember()
  const { workspace } = member
  const { data } = useBookingChoices(may(member, 'services.view'), may(member, 'sessions.view'))
  const suggested = toSlug(workspace?.business.displayName ?? workspace?.name ?? '')
  const form = useForm({
    initial: toPageFields(page, suggested),
    check: (fields) =>
      Object.fromEntries(Object.entries(checkPage(fields)).map(([name, key]) => [name, text(key)])),
    submit: async (fields) => {
      await putBookingPage({ body: toPageBody(fields) })
      await reloadBookingPage()
      showToast(text('action.saved'))
    },
  })
  const { values } = form
  const services = (data?.services ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const fields = (data?.fields ?? []).map(({ id, label }) => ({ value: id, label }))
  return (
    <Form form={form} label={text('settings.bookingPage')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <Checkbox
        label={text('settings.pageEnabled')}
        checked={values.isEnabled === 'yes'}
        onChange={({ target }) => form.change('isEnabled', target.checked ? 'yes' : '')}
      />
      <TextField
        label={text('settings.slug')}
        hint={<span dir="ltr">{`${location.origin}/book/${values.slug || '…'}`}</span>}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('slug')}
      />
      <Checkbox
        label={text('settings.allServices')}
        checked={values.allServices === 'yes'}
        onChange={({ target }) => form.change('allServices', target.checked ? 'yes' : '')}
      />
      {values.allServices === '' && (
        <CheckList
          label={text('settings.services')}
          hint={services.length === 0 ? text('settings.noServices') : undefined}
          error={form.field('serviceIds').error}
          isStacked
          choices={services}
          values={toList(values.serviceIds)}
          onChange={(next) => form.change('serviceIds', fromList(next))}
        />
      )}
      <Checkbox
        label={text('settings.allowStaffChoice')}
        checked={values.allowStaffChoice === 'yes'}
        onChange={({ target }) => form.change('allowStaffChoice', target.checked ? 'yes' : '')}
      />
      {fields.length > 0 && (
        <CheckList
          label={text('settings.publicFields')}
          hint={text('settings.publicFieldsHint')}
          error={form.field('publicFieldIds').error}
          isStacked
          choices={fields}
          values={toList(values.publicFieldIds)}
          onChange={(next) => form.change('publicFieldIds', fromList(next))}
        />
      )}
      <div className={styles['numbers']}>
        {numberFields.map((name) => (
          <TextField
            key={name}
            label={text(`settings.limit.${name}`)}
            inputMode="numeric"
            {...form.field(name)}
          />
        ))}
      </div>
      <TextArea
        label={text('settings.allowedOrigins')}
        hint={text('settings.allowedOriginsHint')}
        isOptional
        dir="ltr"
        placeholder="https://www.example.com"
        {...form.field('allowedOrigins')}
      />
      <SaveActions isBusy={form.isBusy} label={text(page ? 'action.save' : 'settings.createPage')} />
    </Form>
  )
}
