import type { BusinessCategory } from '@workspace-platform/client/admin-billing'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useText } from '../../i18n/language.ts'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { billingCalls, reloadPlatform } from './platform.queries.ts'
import { isMistyped, toOptionalNumber } from './workspace.rules.ts'

type Props = { category: BusinessCategory | null; onDone: () => void }

/** Creates a category, or changes one; its slug stays, because workspaces refer to it. */
export const CategoryForm = ({ category, onDone }: Props) => {
  const text = useText()
  const known = category?.translations ?? []
  const form = useForm({
    initial: {
      name: category?.name ?? '',
      slug: category?.slug ?? '',
      arabicName: known.find(({ locale }) => locale === 'ar')?.name ?? '',
      discountPercentage: String(category?.discountPercentage ?? ''),
      sortOrder: String(category?.sortOrder ?? 0),
      isActive: category && !category.isActive ? '' : 'yes',
    },
    paths: { translations: 'arabicName' },
    check: ({ name, slug, discountPercentage, sortOrder }) => ({
      ...(name.trim() === '' && { name: text('form.required') }),
      ...(slug.trim() === '' && { slug: text('form.required') }),
      ...(isMistyped(discountPercentage) && { discountPercentage: text('field.number') }),
      ...(isMistyped(sortOrder) && { sortOrder: text('field.number') }),
    }),
    submit: async (fields, idempotencyKey) => {
      const arabicName = fields.arabicName.trim()
      const body = {
        name: fields.name.trim(),
        isActive: fields.isActive === 'yes',
        sortOrder: toOptionalNumber(fields.sortOrder) ?? 0,
        discountPercentage: toOptionalNumber(fields.discountPercentage),
        translations: [
          ...known.filter(({ locale }) => locale !== 'ar'),
          ...(arabicName ? [{ locale: 'ar', name: arabicName }] : []),
        ],
      }
      if (category) await billingCalls.updateBusinessCategory({ params: { slug: category.slug }, body })
      else
        await billingCalls.createBusinessCategory({
          body: { ...body, slug: fields.slug.trim() },
          idempotencyKey,
        })
      await reloadPlatform()
    },
    onSaved: () => {
      showToast(text('action.saved'))
      onDone()
    },
  })
  return (
    <Form form={form} label={text(category ? 'platform.editCategory' : 'platform.addCategory')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <TextField label={text('platform.name')} autoFocus autoComplete="off" {...form.field('name')} />
      <TextField label={text('platform.arabicName')} isOptional dir="rtl" {...form.field('arabicName')} />
      {!category && (
        <TextField
          label={text('platform.slug')}
          hint={text('platform.slugHint')}
          dir="ltr"
          autoComplete="off"
          {...form.field('slug')}
        />
      )}
      <FormRow>
        <TextField
          label={text('platform.discountPercent')}
          isOptional
          inputMode="decimal"
          {...form.field('discountPercentage')}
        />
        <TextField label={text('platform.sortOrder')} inputMode="numeric" {...form.field('sortOrder')} />
      </FormRow>
      <Checkbox
        label={text('platform.isOffered')}
        checked={form.values.isActive === 'yes'}
        onChange={({ target }) => form.change('isActive', target.checked ? 'yes' : '')}
      />
      <SaveActions isBusy={form.isBusy} onCancel={onDone} />
    </Form>
  )
}
