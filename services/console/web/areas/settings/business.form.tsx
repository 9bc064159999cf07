import { useMemo } from 'react'
import { customerLanguages, fromList, toList } from '../../app/form-values.rules.ts'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useMember } from '../../app/session.ts'
import { useLanguage, useText } from '../../i18n/language.ts'
import { CheckList } from '../../ui/check-list.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { businessPaths, toBusinessBody, toBusinessFields } from './business.rules.ts'
import { changeWorkspace, useCategories } from './settings.queries.ts'
import { countriesIn } from './settings.rules.ts'
import styles from './settings.module.css'

/** The name, address, tax number and branding that customers see on receipts, emails and pages. */
export const BusinessForm = () => {
  const text = useText()
  const { language } = useLanguage()
  const { workspace } = useMember()
  const { data: categories = [] } = useCategories(language)
  const countries = useMemo(() => countriesIn(language), [language])
  const form = useForm({
    initial: toBusinessFields(workspace!),
    paths: businessPaths,
    check: ({ languages, brandColor }) => ({
      ...(languages === '' && { languages: text('settings.oneLanguage') }),
      ...(brandColor !== '' &&
        !/^#[0-9a-f]{6}$/i.test(brandColor) && { brandColor: text('settings.colorForm') }),
    }),
    submit: async (fields) => {
      await changeWorkspace(toBusinessBody(fields))
      showToast(text('action.saved'))
    },
  })
  const { values } = form
  const names = new Intl.DisplayNames(language, { type: 'language' })
  const choices = customerLanguages.map((value) => ({ value, label: names.of(value) ?? value }))
  const chosen = toList(values.languages)
  const known = categories.map(({ slug, name }) => ({ value: slug, label: name }))
  return (
    <Form form={form} label={text('settings.details')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <FormRow>
        <TextField label={text('settings.name')} isOptional {...form.field('name')} />
        <TextField
          label={text('settings.displayName')}
          hint={text('settings.displayNameHint')}
          isOptional
          {...form.field('displayName')}
        />
      </FormRow>
      <TextField label={text('settings.slogan')} isOptional {...form.field('slogan')} />
      <FormRow>
        <TextField label={text('settings.legalName')} isOptional {...form.field('legalName')} />
        <TextField label={text('settings.taxNumber')} isOptional {...form.field('taxNumber')} />
      </FormRow>
      <FormRow>
        <TextField
          label={text('settings.email')}
          hint={text('settings.emailHint')}
          type="email"
          isOptional
          {...form.field('email')}
        />
        <TextField
          label={text('settings.phone')}
          type="tel"
          placeholder="+201001234567"
          isOptional
          {...form.field('phone')}
        />
      </FormRow>
      <TextField label={text('settings.line1')} isOptional {...form.field('line1')} />
      <TextField label={text('settings.line2')} isOptional {...form.field('line2')} />
      <FormRow>
        <TextField label={text('settings.city')} isOptional {...form.field('city')} />
        <TextField label={text('settings.region')} isOptional {...form.field('region')} />
      </FormRow>
      <FormRow>
        <TextField label={text('settings.postalCode')} isOptional {...form.field('postalCode')} />
        <Select
          label={text('settings.country')}
          isOptional
          choices={[{ value: '', label: text('settings.notSet') }, ...countries]}
          {...form.field('countryCode')}
        />
      </FormRow>
      <FormRow>
        <Select
          label={text('settings.category')}
          choices={
            known.some(({ value }) => value === values.category)
              ? known
              : [{ value: values.category, label: values.category }, ...known]
          }
          {...form.field('category')}
        />
        <div className={styles['color']}>
          <TextField
            label={text('settings.brandColor')}
            dir="ltr"
            placeholder="#5b5bd6"
            isOptional
            {...form.field('brandColor')}
          />
          {/^#[0-9a-f]{6}$/i.test(values.brandColor) && (
            <span
              className={styles['swatch']}
              style={{ backgroundColor: values.brandColor }}
              aria-hidden="true"
            />
          )}
        </div>
      </FormRow>
      <CheckList
        label={text('settings.languages')}
        hint={text('settings.languagesHint')}
        error={form.field('languages').error}
        choices={choices}
        values={chosen}
        onChange={(next) => form.change('languages', fromList(next))}
      />
      {chosen.length > 1 && (
        <Select
          label={text('settings.defaultLanguage')}
          choices={choices.filter(({ value }) => chosen.includes(value))}
          {...form.field('defaultLanguage')}
        />
      )}
      <SaveActions isBusy={form.isBusy} />
    </Form>
  )
}
