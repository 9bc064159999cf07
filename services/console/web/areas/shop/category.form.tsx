import type { StoreCategory } from '@workspace-platform/client/storefront'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { TextField } from '../../ui/field.tsx'
import { Form, SaveActions } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import { reloadCategories, shopCalls } from './shop.queries.ts'

type Props = { category: StoreCategory | null; onSaved: () => void; onCancel: () => void }

/** Creates a category, or changes one. */
export const CategoryForm = ({ category, onSaved, onCancel }: Props) => {
  const text = useText()
  const form = useForm({
    initial: {
      name: category?.name ?? '',
      slug: category?.slug ?? '',
      sortOrder: String(category?.sortOrder ?? 0),
    },
    check: ({ name, sortOrder }) => ({
      ...(name.trim() === '' && { name: text('form.required') }),
      ...(!Number.isInteger(toNumber(sortOrder)) && { sortOrder: text('shop.wholeNumber') }),
    }),
    submit: async ({ name, slug, sortOrder }, idempotencyKey) => {
      const body = {
        name: name.trim(),
        ...(slug.trim() && { slug: slug.trim() }),
        sortOrder: toNumber(sortOrder),
      }
      if (category) await shopCalls.updateCategory({ params: { categoryId: category.id }, body })
      else await shopCalls.createCategory({ body, idempotencyKey })
      await reloadCategories()
    },
    onSaved,
  })
  return (
    <Form form={form} label={text(category ? 'shop.editCategory' : 'shop.newCategory')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <TextField
        label={text('shop.name')}
        autoFocus
        autoComplete="off"
        maxLength={100}
        {...form.field('name')}
      />
      <TextField
        label={text('shop.slug')}
        hint={text('shop.slugHint')}
        isOptional
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        {...form.field('slug')}
      />
      <TextField
        label={text('shop.sortOrder')}
        hint={text('shop.sortOrderHint')}
        inputMode="numeric"
        {...form.field('sortOrder')}
      />
      <SaveActions isBusy={form.isBusy} onCancel={onCancel} />
    </Form>
  )
}
