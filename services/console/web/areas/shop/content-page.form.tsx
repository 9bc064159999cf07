import { useNavigate } from '@tanstack/react-router'
import type { ContentPage } from '@workspace-platform/client/storefront'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { Card } from '../../ui/card.tsx'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { Columns, Stack } from '../../ui/page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { HtmlPreview } from './html-preview.tsx'
import { toHtml } from './html.rules.ts'
import { publications } from './product.rules.ts'
import { reloadPages, shopCalls } from './shop.queries.ts'

const pageTypes: ContentPage['type'][] = [
  'about-us',
  'contact-us',
  'privacy-policy',
  'terms-and-return',
  'faq',
  'custom',
]

type Fields = Record<'type' | 'title' | 'slug' | 'status' | 'sortOrder' | 'content', string>

const toFields = (page: ContentPage | null, type: ContentPage['type']): Fields => ({
  type: page?.type ?? type,
  title: page?.title ?? '',
  slug: page?.slug ?? '',
  status: page?.status ?? 'active',
  sortOrder: String(page?.sortOrder ?? 0),
  content: page?.content ?? '',
})

type Props = { page: ContentPage | null; pages: readonly ContentPage[] }

/** Creates a content page, or changes one, with a preview beside it. The type of a page cannot change. */
export const ContentPageForm = ({ page, pages }: Props) => {
  const text = useText()
  const navigate = useNavigate()
  // A shop has one page of each built-in type.
  const types = pageTypes.filter((type) => type === 'custom' || pages.every((each) => each.type !== type))
  const form = useForm({
    initial: toFields(page, types[0]!),
    check: ({ title, sortOrder }) => ({
      ...(title.trim() === '' && { title: text('form.required') }),
      ...(!Number.isInteger(toNumber(sortOrder)) && { sortOrder: text('shop.wholeNumber') }),
    }),
    submit: async (fields, idempotencyKey) => {
      const body = {
        title: fields.title.trim(),
        content: toHtml(fields.content),
        status: publications.find((each) => each === fields.status)!,
        sortOrder: toNumber(fields.sortOrder),
        ...(fields.type === 'custom' && fields.slug.trim() && { slug: fields.slug.trim() }),
      }
      const type = pageTypes.find((each) => each === fields.type)!
      const saved = page
        ? await shopCalls.updatePage({ params: { pageId: page.id }, body })
        : await shopCalls.createPage({ body: { ...body, type }, idempotencyKey })
      await reloadPages()
      return saved.page
    },
    onSaved: (saved) => {
      showToast(text('action.saved'))
      if (!page) void navigate({ to: '/shop/pages/$pageId', params: { pageId: saved.id }, replace: true })
      // The API has removed what pages cannot contain.
      form.reset(toFields(saved, types[0]!))
    },
  })
  const { values } = form
  return (
    <Form form={form} label={text(page ? 'shop.editPage' : 'shop.newPage')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <Columns>
        <Card title={text('shop.content')}>
          <Stack>
            {!page && (
              <Select
                label={text('shop.pageType')}
                choices={types.map((value) => ({ value, label: text(`shop.pageType.${value}`) }))}
                {...form.field('type')}
              />
            )}
            <TextField
              label={text('shop.pageTitle')}
              autoFocus={!page}
              autoComplete="off"
              maxLength={200}
              {...form.field('title')}
            />
            <TextArea
              label={text('shop.text')}
              hint={text('shop.textHint')}
              rows={14}
              dir="auto"
              {...form.field('content')}
            />
            {values.type === 'custom' && (
              <TextField
                label={text('shop.slug')}
                hint={text('shop.slugHint')}
                isOptional
                dir="ltr"
                autoComplete="off"
                spellCheck={false}
                {...form.field('slug')}
              />
            )}
            <FormRow>
              <Select
                label={text('shop.status')}
                choices={publications.map((value) => ({ value, label: text(`shop.publication.${value}`) }))}
                {...form.field('status')}
              />
              <TextField
                label={text('shop.sortOrder')}
                hint={text('shop.sortOrderHint')}
                inputMode="numeric"
                {...form.field('sortOrder')}
              />
            </FormRow>
            <SaveActions isBusy={form.isBusy} label={text(page ? 'action.save' : 'shop.createPage')} />
          </Stack>
        </Card>
        <Card title={text('shop.preview')}>
          <HtmlPreview html={values.content} />
        </Card>
      </Columns>
    </Form>
  )
}
