import { useNavigate } from '@tanstack/react-router'
import type { Product } from '@workspace-platform/client/storefront'
import { useState } from 'react'
import { fromList, toList } from '../../app/form-values.rules.ts'
import { useMember } from '../../app/session.ts'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Card } from '../../ui/card.tsx'
import { CheckList } from '../../ui/check-list.tsx'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { Stack } from '../../ui/page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { ImagesEditor } from './images-editor.tsx'
import { productProblems, publications, toProductBody, toProductFields, toRows } from './product.rules.ts'
import { reloadProducts, shopCalls, useCategories, useStore } from './shop.queries.ts'
import { VariantsEditor } from './variants-editor.tsx'

/** Creates a product, or changes one. */
export const ProductForm = ({ product }: { product: Product | null }) => {
  const text = useText()
  const format = useFormat()
  const navigate = useNavigate()
  const taxRates = useMember().workspace?.taxRates ?? []
  const { data: categories = [] } = useCategories()
  const { data: store } = useStore()
  // The form's values change only when it is saved, although orders may change the stock in the meantime.
  const [known, setKnown] = useState(product)
  const currencyCode = product?.currencyCode ?? store?.currencyCode ?? format.currencyCode
  const form = useForm({
    initial: toProductFields(known),
    check: (fields) =>
      Object.fromEntries(
        Object.entries(productProblems(fields)).map(([name, problem]) => [
          name,
          text(
            name === 'variants'
              ? `shop.variantProblem.${problem}`
              : problem === 'required'
                ? 'form.required'
                : problem === 'number'
                  ? 'field.number'
                  : 'shop.wholeNumber',
          ),
        ]),
      ),
    submit: async (fields, idempotencyKey) => {
      const body = toProductBody(fields, known)
      const saved = product
        ? await shopCalls.updateProduct({ params: { productId: product.id }, body })
        : await shopCalls.createProduct({ body, idempotencyKey })
      await reloadProducts()
      await removeUnused(known?.imageIds ?? [], saved.product.imageIds)
      return saved.product
    },
    onSaved: (saved) => {
      showToast(text('action.saved'))
      if (!product)
        void navigate({ to: '/shop/products/$productId', params: { productId: saved.id }, replace: true })
      setKnown(saved)
      form.reset(toProductFields(saved))
    },
  })
  const { values, change } = form
  const rows = toRows(values.variants)
  const taxChoices = (used: string) =>
    taxRates
      .filter(({ id, isActive }) => isActive || id === used)
      .map(({ id, name, percentage }) => ({
        value: id,
        label: `${name} • ${format.percent(percentage / 100)}`,
      }))
  const productTaxes = taxChoices(known?.taxRateId ?? '')
  return (
    <Form form={form} label={text(product ? 'shop.editProduct' : 'shop.newProduct')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <Card title={text('shop.details')}>
        <Stack>
          <TextField
            label={text('shop.name')}
            autoFocus={!product}
            autoComplete="off"
            maxLength={200}
            {...form.field('name')}
          />
          <TextArea
            label={text('shop.description')}
            isOptional
            rows={4}
            maxLength={20_000}
            {...form.field('description')}
          />
          <FormRow>
            <TextField
              label={text('shop.priceIn', { currency: format.currency(currencyCode) })}
              hint={text(rows.length > 0 ? 'shop.priceOfVariants' : 'shop.priceHint')}
              inputMode="decimal"
              autoComplete="off"
              {...form.field('price')}
            />
            {productTaxes.length > 0 && (
              <Select
                label={text('shop.tax')}
                choices={[{ value: '', label: text('shop.noTax') }, ...productTaxes]}
                {...form.field('taxRateId')}
              />
            )}
          </FormRow>
          <FormRow>
            {rows.length === 0 && (
              <TextField
                label={text('shop.stock')}
                hint={text('shop.stockHint')}
                isOptional
                inputMode="numeric"
                autoComplete="off"
                {...form.field('stock')}
              />
            )}
            <Select
              label={text('shop.status')}
              hint={text(`shop.publicationHint.${publications.find((each) => each === values.status)!}`)}
              choices={publications.map((value) => ({ value, label: text(`shop.publication.${value}`) }))}
              {...form.field('status')}
            />
          </FormRow>
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
            label={text('shop.externalId')}
            hint={text('shop.externalIdHint')}
            isOptional
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            {...form.field('externalId')}
          />
          {categories.length > 0 && (
            <CheckList
              label={text('shop.categories')}
              isOptional
              error={form.field('categoryIds').error}
              choices={categories.map(({ id, name }) => ({ value: id, label: name }))}
              values={toList(values.categoryIds)}
              onChange={(next) => change('categoryIds', fromList(next))}
            />
          )}
        </Stack>
      </Card>
      <Card title={text('shop.images')}>
        <Stack>
          <ImagesEditor
            name={values.name}
            ids={toList(values.imageIds)}
            error={form.field('imageIds').error}
            onChange={(ids) => change('imageIds', fromList(ids))}
          />
          <TextArea
            label={text('shop.imageAddresses')}
            hint={text('shop.imageAddressesHint')}
            isOptional
            dir="ltr"
            rows={2}
            spellCheck={false}
            placeholder="https://"
            {...form.field('images')}
          />
        </Stack>
      </Card>
      <Card title={text('shop.variants')}>
        <VariantsEditor
          rows={rows}
          price={values.price}
          taxChoices={taxChoices}
          error={form.field('variants').error}
          onChange={(next) => change('variants', JSON.stringify(next))}
        />
      </Card>
      <SaveActions isBusy={form.isBusy} label={text(product ? 'action.save' : 'shop.createProduct')} />
    </Form>
  )
}

/** Deletes images that the product no longer shows. Images used by another product are kept. */
const removeUnused = async (before: readonly string[], after: readonly string[]): Promise<void> => {
  const removed = before.filter((id) => !after.includes(id))
  await Promise.allSettled(removed.map((imageId) => shopCalls.deleteImage({ params: { imageId } })))
}
