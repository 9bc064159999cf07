import { Package, Plus, SearchX, Sparkles, Store } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useMember } from '../../app/session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { hueOf } from '../../ui/avatar.rules.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SkeletonBar } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { newKey } from '../../ui/intent.ts'
import { addLine, addOffer, findOffers, scannedOffer } from '../../app/sales/basket.rules.ts'
import type { Offer } from '../../app/sales/basket.rules.ts'
import { changeBasket } from './basket.ts'
import { LineEditor } from './line-editor.tsx'
import styles from './till.module.css'
import type { useOffers } from './till.queries.ts'

/** How many tiles are shown at first; more would make touch devices slow. */
const pageSize = 120

/** An on-screen keyboard would cover the tiles. */
const hasKeyboard = matchMedia('(pointer: fine)').matches

type Filter = 'all' | 'service' | 'product'
type Props = { catalogue: ReturnType<typeof useOffers>; notices: ReactNode }

/** Everything that can be sold, as tiles. Enter adds the search result, so that scanners work. */
export const OfferGrid = ({ catalogue: { offers, isPending, error, refetch }, notices }: Props) => {
  const text = useText()
  const { workspace } = useMember()
  const [filter, setFilter] = useState<Filter>('all')
  const [typed, setTyped] = useState('')
  const [limit, setLimit] = useState(pageSize)
  const [edited, setEdited] = useState<Offer | 'custom' | null>(null)
  const search = useDeferredValue(typed)
  const found = useMemo(
    () => findOffers(offers, search).filter(({ kind }) => filter === 'all' || kind === filter),
    [offers, search, filter],
  )
  const add = (offer: Offer): void => {
    if (offer.price === null) return setEdited(offer)
    changeBasket((before) => addOffer(before, offer, workspace?.taxRates ?? [], newKey()))
  }
  const onEnter = (code: string): boolean => {
    const offer = scannedOffer(offers, code)
    if (!offer) {
      showToast(text('till.nothingFor', { code }))
      return false
    }
    add(offer)
    return true
  }
  const custom = (
    <Button onClick={() => setEdited('custom')}>
      <Plus aria-hidden="true" />
      {text('till.customItem')}
    </Button>
  )
  return (
    <>
      <div className={styles['tools']}>
        <SearchField
          label={text('till.search')}
          value={typed}
          onChange={setTyped}
          onEnter={onEnter}
          autoFocus={hasKeyboard}
        />
        <Segmented
          label={text('till.filter')}
          value={filter}
          options={(['all', 'service', 'product'] as const).map((value) => ({
            value,
            label: text(`till.filter.${value}`),
          }))}
          onChange={setFilter}
        />
        {custom}
      </div>
      <div className={styles['scroll']}>
        {notices}
        {error ? (
          <LoadFailure error={error} onRetry={refetch} />
        ) : isPending ? (
          <TileSkeletons />
        ) : offers.length === 0 ? (
          <EmptyState icon={Store} title={text('till.noOffers')} action={custom}>
            {text('till.noOffersText')}
          </EmptyState>
        ) : found.length === 0 ? (
          <EmptyState
            icon={SearchX}
            title={text('till.notFound')}
            action={
              <Button
                onClick={() => {
                  setTyped('')
                  setFilter('all')
                }}
              >
                {text('till.showAll')}
              </Button>
            }
          />
        ) : (
          <>
            <ul className={styles['grid']} aria-label={text('till.offers')}>
              {found.slice(0, limit).map((offer) => (
                <li key={offer.id}>
                  <Tile offer={offer} onAdd={() => add(offer)} />
                </li>
              ))}
            </ul>
            {found.length > limit && (
              <div className={styles['more']}>
                <Button onClick={() => setLimit(limit + pageSize)}>{text('till.more')}</Button>
              </div>
            )}
          </>
        )}
      </div>
      {edited && (
        <LineEditor
          {...(edited !== 'custom' && { offer: edited })}
          onSave={(line) => changeBasket((before) => addLine(before, line))}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

const Tile = ({ offer, onAdd }: { offer: Offer; onAdd: () => void }) => {
  const text = useText()
  const format = useFormat()
  const { id, name, price, stock, kind, imageId } = offer
  const Icon = kind === 'service' ? Sparkles : Package
  const stockText =
    stock === null || stock > 5
      ? null
      : stock <= 0
        ? text('till.soldOut')
        : text('till.left', { count: stock })
  return (
    <button type="button" className={styles['tile']} onClick={onAdd}>
      <span className={classNames(styles['picture'], styles[hueOf(id)])} aria-hidden="true">
        {imageId ? <img src={`/v1/public/images/${imageId}/320.webp`} alt="" loading="lazy" /> : <Icon />}
      </span>
      <span className={styles['caption']}>
        <span className={styles['offerName']}>{name}</span>
        <span className={styles['price']}>
          {price === null ? text('till.askPrice') : format.money(price)}
          {stockText && (
            <span className={classNames(styles['stock'], stock! <= 0 && styles['soldOut'])}>{stockText}</span>
          )}
        </span>
      </span>
    </button>
  )
}

const TileSkeletons = () => {
  const text = useText()
  return (
    <div className={styles['grid']} role="status" aria-label={text('state.loading')}>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className={styles['tile']}>
          <span className={styles['picture']} />
          <span className={styles['caption']}>
            <SkeletonBar width="70%" />
            <SkeletonBar width="45%" />
          </span>
        </div>
      ))}
    </div>
  )
}
