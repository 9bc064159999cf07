import { getRouteApi } from '@tanstack/react-router'
import type { Product } from '@workspace-platform/client/storefront'
import { ExternalLink, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { UnknownPage } from '../../app/error-pages.tsx'
import { BackLink, RecordBody, RecordPage } from '../../app/record-page.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { DeleteDialog } from '../../ui/action-dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Page, PageContent } from '../../ui/page.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { showToast } from '../../ui/toast.tsx'
import { MarketingPost } from './marketing-post.tsx'
import { Stock, priceText } from './product-cells.tsx'
import { ProductForm } from './product.form.tsx'
import { publicationTones } from './product.rules.ts'
import styles from './shop.module.css'
import { reloadProducts, shopCalls, useProduct, useStore } from './shop.queries.ts'

const route = getRouteApi('/shell/shop/products/$productId')

/** One product, or the form of a new one. */
export const ProductScreen = () => {
  const text = useText()
  const navigate = route.useNavigate()
  const mayManage = may(useMember(), 'store.manage')
  const { productId } = route.useParams()
  const isNew = productId === 'new'
  const query = useProduct(productId, !isNew)
  const { data: store } = useStore()
  const [isDeleting, setDeleting] = useState(false)
  const product = query.data
  const back = <BackLink to="/shop/products" label={text('shop.backToProducts')} />
  if (isNew)
    return mayManage ? (
      <Page title={text('shop.newProduct')} before={back}>
        <PageContent isNarrow>
          <ProductForm product={null} />
        </PageContent>
      </Page>
    ) : (
      <UnknownPage />
    )
  return (
    <RecordPage
      query={query}
      title={product?.name ?? text('shop.product')}
      back={back}
      actions={
        product && (
          <>
            {mayManage && (
              <Button onClick={() => setDeleting(true)}>
                <Trash2 aria-hidden="true" />
                {text('action.delete')}
              </Button>
            )}
            {store?.isPublished && product.status === 'active' && (
              <a
                href={`/shop/${store.slug}/products/${product.slug}`}
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
      dialogs={
        isDeleting &&
        product && (
          <DeleteDialog
            title={text('shop.deleteTitle', { name: product.name })}
            text={text('shop.deleteProductText')}
            onCancel={() => setDeleting(false)}
            onDelete={async () => {
              await shopCalls.deleteProduct({ params: { productId } })
              await navigate({ to: '/shop/products' })
              showToast(text('action.deleted'))
              await reloadProducts()
            }}
          />
        )
      }
    >
      <div className={styles['narrow']}>
        <RecordBody query={query}>
          {(record) =>
            mayManage ? (
              <>
                <ProductForm key={record.id} product={record} />
                <MarketingPost productId={record.id} />
              </>
            ) : (
              <ProductDetails product={record} />
            )
          }
        </RecordBody>
      </div>
    </RecordPage>
  )
}

/** Shown to members who may not change products. */
const ProductDetails = ({ product }: { product: Product }) => {
  const text = useText()
  const format = useFormat()
  const { name, slug, description, status, variants, imageIds, currencyCode } = product
  return (
    <Card title={text('shop.details')}>
      {imageIds.length > 0 && (
        <div className={styles['pictures']}>
          {imageIds.map((id, index) => (
            <img
              key={id}
              src={`/v1/public/images/${id}/320.webp`}
              alt={text('shop.imageName', { name, number: format.number(index + 1) })}
            />
          ))}
        </div>
      )}
      <Facts
        items={[
          [text('shop.price'), priceText(product, format)],
          [text('shop.stock'), <Stock key="stock" product={product} />],
          [
            text('shop.status'),
            <Badge key="status" tone={publicationTones[status]}>
              {text(`shop.publication.${status}`)}
            </Badge>,
          ],
          [text('shop.slug'), <bdi key="slug">{slug}</bdi>],
          [text('shop.description'), description && <bdi key="description">{description}</bdi>],
        ]}
      />
      {variants.length > 0 && (
        <SimpleList>
          {variants.map((variant) => (
            <SimpleItem
              key={variant.id}
              title={variant.name}
              {...(variant.sku && { detail: variant.sku })}
              end={
                <>
                  {variant.stock !== null && text('shop.left', { count: variant.stock })}
                  <b>{format.money(variant.price, currencyCode)}</b>
                </>
              }
            />
          ))}
        </SimpleList>
      )}
    </Card>
  )
}
