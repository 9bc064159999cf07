import type { Store } from '@workspace-platform/client/storefront'
import { useMemo } from 'react'
import { currencyChoices } from '../../app/currency-choices.ts'
import { customerLanguages, fromList, orNull, toList, toSlug } from '../../app/form-values.rules.ts'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useMember } from '../../app/session.ts'
import { useLanguage, useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { CheckList } from '../../ui/check-list.tsx'
import { Checkbox, Select, TextArea, TextField } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { reloadStore, shopCalls } from './shop.queries.ts'

const deliveryKinds = ['pickup', 'address'] as const

/** An empty string means no limit. */
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
      description: store?.description ?? '',
      deliveryKinds: fromList(store?.deliveryKinds ?? []),
      accent: store?.theme.accent ?? '',
      layout: store?.theme.layout ?? 'grid',
    },
    paths: { 'theme.accent': 'accent' },
    check: (fields) => ({
      ...(fields.name.trim() === '' && { name: text('form.required') }),
      ...(fields.slug.trim() === '' && { slug: text('form.required') }),
      ...(isWrongLimit(fields.orderExpiryMinutes) && { orderExpiryMinutes: text('shop.wholeNumber') }),
      ...(isWrongLimit(fields.maxQuantityPerOrder) && { maxQuantityPerOrder: text('shop.wholeNumber') }),
    }),
    submit: async (fields) => {
      await shopCalls.putStore({
        body: {
          name: fields.name.trim(),
          slug: fields.slug.trim(),
          currencyCode: fields.currencyCode,
          locale: fields.locale,
          isPublished: fields.isPublished === 'yes',
          orderExpiryMinutes: toLimit(fields.orderExpiryMinutes),
          maxQuantityPerOrder: toLimit(fields.maxQuantityPerOrder),
          description: orNull(fields.description),
          deliveryKinds: deliveryKinds.filter((kind) => toList(fields.deliveryKinds).includes(kind)),
          theme: {
            accent: fields.accent.trim() || null,
            layout: fields.layout === 'list' ? 'list' : 'grid',
          },
        },
      })
      await reloadStore()
      showToast(text('action.saved'))
    },
  })
  const names = new Intl.DisplayNames(language, { type: 'language' })
  return (
    <Form form={form} label={text('shop.store')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <Checkbox
        label={text('shop.published')}
        checked={form.values.isPublished === 'yes'}
        onChange={({ target }) => form.change('isPublished', target.checked ? 'yes' : '')}
      />
      <TextField label={text('shop.storeName')} {...form.field('name')} />
      <TextField
        label={text('shop.storeSlug')}
        hint={<span dir="ltr">{`${location.origin}/shop/${form.values.slug || '…'}`}</span>}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('slug')}
      />
      <FormRow>
        <Select label={text('shop.currency')} choices={currencies} {...form.field('currencyCode')} />
        <Select
          label={text('shop.pageLanguage')}
          choices={customerLanguages.map((value) => ({ value, label: names.of(value) ?? value }))}
          {...form.field('locale')}
        />
      </FormRow>
      <FormRow>
        <TextField
          label={text('shop.orderExpiry')}
          hint={text('shop.orderExpiryHint')}
          inputMode="numeric"
          isOptional
          {...form.field('orderExpiryMinutes')}
        />
        <TextField
          label={text('shop.maxQuantity')}
          hint={text('shop.maxQuantityHint')}
          inputMode="numeric"
          isOptional
          {...form.field('maxQuantityPerOrder')}
        />
      </FormRow>
      <TextArea
        label={text('shop.description')}
        hint={text('shop.storeDescriptionHint')}
        isOptional
        maxLength={500}
        {...form.field('description')}
      />
      <CheckList
        label={text('shop.deliveryKinds')}
        hint={text('shop.deliveryHint')}
        isOptional
        choices={deliveryKinds.map((value) => ({ value, label: text(`shop.delivery.${value}`) }))}
        values={toList(form.values.deliveryKinds)}
        onChange={(next) => form.change('deliveryKinds', fromList(next))}
      />
      <FormRow>
        <TextField
          label={text('shop.accent')}
          hint={text('shop.accentHint')}
          isOptional
          dir="ltr"
          placeholder="#7b2d8b"
          spellCheck={false}
          {...form.field('accent')}
        />
        <Select
          label={text('shop.layout')}
          choices={(['grid', 'list'] as const).map((value) => ({
            value,
            label: text(`shop.layout.${value}`),
          }))}
          {...form.field('layout')}
        />
      </FormRow>
      <SaveActions isBusy={form.isBusy} label={text(store ? 'action.save' : 'shop.createStore')} />
    </Form>
  )
}
