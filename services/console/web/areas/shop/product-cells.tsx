import type { Product } from '@workspace-platform/client/storefront'
import { Package } from 'lucide-react'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Quiet } from '../../ui/cell.tsx'
import { pricesOf, stockOf } from './product.rules.ts'
import styles from './shop.module.css'

const fewLeft = 5

/** The remaining stock, highlighted if there is little or none. */
export const Stock = ({ product }: { product: Product }) => {
  const text = useText()
  const format = useFormat()
  const stock = stockOf(product)
  if (stock === null) return <Quiet>{text('shop.notTracked')}</Quiet>
  if (stock === 0) return <Badge tone="bad">{text('shop.soldOut')}</Badge>
  return stock <= fewLeft ? <Badge tone="warn">{format.number(stock)}</Badge> : format.number(stock)
}

export const priceText = (product: Product, format: Format): string => {
  const [lowest, highest] = pricesOf(product)
  const { currencyCode } = product
  return lowest === highest
    ? format.money(lowest, currencyCode)
    : format.moneyRange(lowest, highest, currencyCode)
}

/** The first picture of a product. */
export const Thumbnail = ({ imageId }: { imageId: string | undefined }) => (
  <span className={styles['thumbnail']}>
    {imageId ? (
      <img src={`/v1/public/images/${imageId}/320.webp`} alt="" loading="lazy" />
    ) : (
      <Package aria-hidden="true" />
    )}
  </span>
)
