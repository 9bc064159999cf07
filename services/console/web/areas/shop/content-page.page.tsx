import { getRouteApi } from '@tanstack/react-router'
import type { ContentPage } from '@workspace-platform/client/storefront'
import { ExternalLink, SearchX, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { UnknownPage } from '../../app/error-pages.tsx'
import { LoadFailure } from '../../app/load-failure.tsx'
import { BackLink } from '../../app/record-page.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { DeleteDialog } from '../../ui/action-dialog.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageContent } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ContentPageForm } from './content-page.form.tsx'
import { HtmlPreview } from './html-preview.tsx'
import { reloadPages, shopCalls, useContentPages, useStore } from './shop.queries.ts'

const route = getRouteApi('/shell/shop/pages/$pageId')

/** One content page, or the form of a new one. */
export const ContentPageScreen = () => {
  const text = useText()
  const mayManage = may(useMember(), 'store.manage')
  const { pageId } = route.useParams()
  const { data: pages, error, refetch } = useContentPages()
  const { data: store } = useStore()
  const [isDeleting, setDeleting] = useState(false)
  const isNew = pageId === 'new'
  const page = pages?.find(({ id }) => id === pageId)
  if (isNew && !mayManage) return <UnknownPage />
  return (
    <Page
      title={isNew ? text('shop.newPage') : (page?.title ?? text('shop.page'))}
      before={<BackLink to="/shop/pages" label={text('shop.backToPages')} />}
      actions={
        page && (
          <>
            {mayManage && (
              <Button onClick={() => setDeleting(true)}>
                <Trash2 aria-hidden="true" />
                {text('action.delete')}
              </Button>
            )}
            {store?.isPublished && page.status === 'active' && (
              <a
                href={`/shop/${store.slug}/pages/${page.slug}`}
                target="_blank"
                rel="noreferrer"
                className={buttonClass({})}
              >
                <ExternalLink aria-hidden="true" />
                {text('shop.openInShop')}
              </a>
            )}
          </>
        )
      }
    >
      <PageContent>
        {error && !pages ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : !pages ? (
          <Skeleton lines={8} />
        ) : !page && !isNew ? (
          <EmptyState icon={SearchX} title={text('error.NOT_FOUND')} />
        ) : mayManage ? (
          <ContentPageForm key={pageId} page={page ?? null} pages={pages} />
        ) : (
          <Card title={text('shop.content')}>
            <HtmlPreview html={page!.content} />
          </Card>
        )}
      </PageContent>
      {isDeleting && page && <DeletePage page={page} onCancel={() => setDeleting(false)} />}
    </Page>
  )
}

const DeletePage = ({ page, onCancel }: { page: ContentPage; onCancel: () => void }) => {
  const text = useText()
  const navigate = route.useNavigate()
  return (
    <DeleteDialog
      title={text('shop.deleteTitle', { name: page.title })}
      text={text('shop.deletePageText')}
      onCancel={onCancel}
      onDelete={async () => {
        await shopCalls.deletePage({ params: { pageId: page.id } })
        await navigate({ to: '/shop/pages' })
        showToast(text('action.deleted'))
        await reloadPages()
      }}
    />
  )
}
