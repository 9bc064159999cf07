import { ApiError } from '@workspace-platform/client'
import type { Image } from '@workspace-platform/client/storefront'
import { ImageIcon, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ListBody } from '../../app/list-body.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { DeleteDialog } from '../../ui/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Page, PageContent } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ShopTabs } from './shop-tabs.tsx'
import styles from './shop.module.css'
import { reloadImages, shopCalls, useImages } from './shop.queries.ts'

/** All uploaded pictures. Unused ones take up storage until they are deleted here. */
export const Pictures = () => {
  const text = useText()
  const format = useFormat()
  const mayManage = may(useMember(), 'store.manage')
  const query = useImages()
  const [deleting, setDeleting] = useState<Image | null>(null)
  const images = query.data?.pages.flatMap((page) => page.images) ?? []
  return (
    <Page title={text('shop.images')} toolbar={<ShopTabs />}>
      <PageContent>
        <ListBody
          query={query}
          isEmpty={images.length === 0}
          none={{ icon: ImageIcon, title: text('shop.noImages'), text: text('shop.noImagesText') }}
          skeleton={<Skeleton lines={6} />}
        >
          <ul className={styles['images']} aria-label={text('shop.images')}>
            {images.map((image) => {
              const added = format.dateTime(image.createdAt)
              const kilobytes = Math.ceil(image.sizeBytes / 1024)
              return (
                <li key={image.id}>
                  <img
                    src={`/v1/public/images/${image.id}/320.webp`}
                    alt={text('shop.imageOf', { date: added })}
                    loading="lazy"
                  />
                  <span className={styles['text']}>{format.date(image.createdAt)}</span>
                  <span className={styles['line']}>
                    <span className={styles['text']}>{text('shop.kilobytes', { count: kilobytes })}</span>
                    {mayManage && (
                      <Button
                        kind="ghost"
                        isIcon
                        aria-label={text('shop.deleteImageOf', { date: added })}
                        onClick={() => setDeleting(image)}
                      >
                        <Trash2 aria-hidden="true" />
                      </Button>
                    )}
                  </span>
                </li>
              )
            })}
          </ul>
        </ListBody>
        {query.hasNextPage && (
          <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {text('shop.moreImages')}
          </Button>
        )}
      </PageContent>
      {deleting && (
        <DeleteDialog
          title={text('shop.deleteImage')}
          text={text('shop.deleteImageText')}
          messageOf={(error) =>
            error instanceof ApiError && error.status === 409 ? text('shop.imageInUse') : null
          }
          onCancel={() => setDeleting(null)}
          onDelete={async () => {
            await shopCalls.deleteImage({ params: { imageId: deleting.id } })
            setDeleting(null)
            showToast(text('action.deleted'))
            await reloadImages()
          }}
        />
      )}
    </Page>
  )
}
