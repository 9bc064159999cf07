import type { Store } from '@workspace-platform/client/storefront'
import { useMemo } from 'react'
import { currencyChoices } from '../../app/currency-choices.ts'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useMember } from '../../app/session.ts'
import { useLanguage, useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { Checkbox, Select, TextField } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { customerLanguages } from './business.rules.ts'
import { putStore, reloadStore } from './settings.queries.ts'
import { toSlug } from './settings.rules.ts'

/** An empty text means no limit. */
const toLimit = (text: string): number | null => (text.trim() === '' ? null : toNumber(text))

const isWrongLimit = (text: string): boolean => text.trim() !== '' && !Number.isInteger(toNumber(text))

/** The settings of the shop. It is created when they are saved for the first time. */
export const StoreForm = ({ store }: { store: Store | null }) => {
  const text = useText()
  const { language } = useLanguage()
  const { workspace } = useMember()
  const currencies = useMemo(() => currencyChoices(language), [language])
  const name = workspace?.business.displayName ?? workspace?.name ?? ''
  const form = useForm({
    initial: {
      name: store?.name ?? name,
      slug: store?.slug ?? toSlug(name),
      currencyCode: store?.currencyCode ?? workspace?.settings.currencyCode ?? 'USD',
      locale: store?.locale ?? workspace?.languages[0] ?? 'en',
      isPublished: store?.isPublished ? 'yes' : '',
      orderExpiryMinutes: store ? String(store.orderExpiryMinutes ?? '') : '2880',
      maxQuantityPerOrder: String(store?.maxQuantityPerOrder ?? ''),
    },
    check: (fields) => ({
      ...(fields.name.trim() === '' && { name: text('form.required') }),
      ...(fields.slug.trim() === '' && { slug: text('form.required') }),
      ...(isWrongLimit(fields.orderExpiryMinutes) && { orderExpiryMinutes: text('settings.wholeNumber') }),
      ...(isWrongLimit(fields.maxQuantityPerOrder) && { maxQuantityPerOrder: text('settings.wholeNumber') }),
    }),
    submit: async (fields) => {
      await putStore({
        body: {
          name: fields.name.trim(),
          slug: fields.slug.trim(),
          currencyCode: fields.currencyCode,
          locale: fields.locale,
          isPublished: fields.isPublished === 'yes',
          orderExpiryMinutes: toLimit(fields.orderExpiryMinutes),
          maxQuantityPerOrder: toLimit(fields.maxQuantityPerOrder),
        },
      })
      await reloadStore()
      showToast(text('action.saved'))
    },
  })
  const names = new Intl.DisplayNames(language, { type: 'language' })
  return (
    <Form form={form} label={text('settings.store')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <Checkbox
        label={text('settings.published')}
        checked={form.values.isPublished === 'yes'}
        onChange={({ target }) => form.change('isPublished', target.checked ? 'yes' : '')}
      />
      <TextField label={text('settings.storeName')} {...form.field('name')} />
      <TextField
        label={text('settings.slug')}
        hint={<span dir="ltr">{`${location.origin}/shop/${form.values.slug || '…'}`}</span>}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('slug')}
      />
      <FormRow>
        <Select label={text('settings.currency')} choices={currencies} {...form.field('currencyCode')} />
        <Select
          label={text('settings.pageLanguage')}
          choices={customerLanguages.map((value) => ({ value, label: names.of(value) ?? value }))}
          {...form.field('locale')}
        />
      </FormRow>
      <FormRow>
        <TextField
          label={text('settings.orderExpiry')}
          hint={text('settings.orderExpiryHint')}
          inputMode="numeric"
          isOptional
          {...form.field('orderExpiryMinutes')}
        />
        <TextField
          label={text('settings.maxQuantity')}
          hint={text('settings.maxQuantityHint')}
          inputMode="numeric"
          isOptional
          {...form.field('maxQuantityPerOrder')}
        />
      </FormRow>
      <SaveActions isBusy={form.isBusy} label={text(store ? 'action.save' : 'settings.createStore')} />
    </Form>
  )
}
