import { Link } from '@tanstack/react-router'
import type { EntryStats } from '@workspace-platform/client/finance'
import { TaxTable } from '../../app/tax-table.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ShareBars } from '../../ui/share-bars.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './books.module.css'
import { largestParts } from './books.rules.ts'
import type { Range } from './books.rules.ts'
import type { Kind } from './entry.rules.ts'
import { useBookedTexts } from './use-booked-texts.ts'

type Stats = EntryStats['currencies'][number]
type Props = { kind: Kind; stats: Stats | undefined; range: Range }

/** The categories and accounts of the income or expenses, the largest first. */
export const PartsCard = ({ kind, stats, range }: Props) => {
  const text = useText()
  const format = useFormat()
  const { categoryName } = useBookedTexts()
  const toItems = (parts: readonly { name: string | null; total: number }[], by: 'category' | 'account') =>
    largestParts(parts).map(({ name, total }) => ({
      id: name === undefined ? 'rest' : `${by}-${name}`,
      value: total,
      shown: format.amount(total, stats?.currencyCode),
      label: name ? (
        <Link to={`/books/${kind}`} search={{ ...range, [by]: name }} className={styles['link']!}>
          {by === 'category' ? categoryName(name) : name}
        </Link>
      ) : (
        text(name === null ? 'books.unnamed' : 'books.others')
      ),
    }))
  const accounts = stats?.byAccount ?? []
  return (
    <>
      <Card title={text(`books.byCategory.${kind}`)}>
        {!stats ? (
          <Skeleton lines={4} />
        ) : stats.byCategory.length === 0 ? (
          <EmptyState isCompact title={text('books.nothing')} />
        ) : (
          <ShareBars
            items={toItems(
              stats.byCategory.map(({ category, total }) => ({ name: category, total })),
              'category',
            )}
          />
        )}
      </Card>
      {accounts.some(({ account }) => account !== null) && (
        <Card title={text(`books.byAccount.${kind}`)}>
          <ShareBars
            items={toItems(
              accounts.map(({ account, total }) => ({ name: account, total })),
              'account',
            )}
          />
        </Card>
      )}
    </>
  )
}

/** Net, tax and gross by rate, if any entry has a tax. */
export const TaxesCard = ({ taxes, currencyCode }: { taxes: Stats['taxes']; currencyCode: string }) => {
  const text = useText()
  const format = useFormat()
  if (!taxes.some(({ name }) => name !== null)) return null
  return (
    <Card title={text('books.taxes', { currency: format.currency(currencyCode) })}>
      <TaxTable taxes={taxes} currencyCode={currencyCode} />
    </Card>
  )
}
