import type { TaxLine } from '@workspace-platform/client/pos'
import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/language.ts'
import { sumTaxes } from './tax-table.rules.ts'
import styles from './tax-table.module.css'

type Props = { taxes: readonly TaxLine[]; currencyCode: string }

/** Net, tax and gross by rate, and their sums if there are several rates. */
export const TaxTable = ({ taxes, currencyCode }: Props) => {
  const text = useText()
  const format = useFormat()
  const amounts = ({ net, tax, gross }: Pick<TaxLine, 'net' | 'tax' | 'gross'>) =>
    [net, tax, gross].map((value, index) => <td key={index}>{format.amount(value, currencyCode)}</td>)
  return (
    <div
      className={styles['scroller']}
      data-scrolls
      tabIndex={0}
      role="region"
      aria-label={text('taxes.table')}
    >
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{text('taxes.rate')}</th>
            <th scope="col">{text('taxes.net')}</th>
            <th scope="col">{text('taxes.tax')}</th>
            <th scope="col">{text('taxes.gross')}</th>
          </tr>
        </thead>
        <tbody>
          {taxes.map((line) => (
            <tr key={`${line.name}-${line.percentage}`}>
              <th scope="row">
                {line.name === null
                  ? text('taxes.untaxed')
                  : `${line.name} ${format.percent((line.percentage ?? 0) / 100)}`}
              </th>
              {amounts(line)}
            </tr>
          ))}
        </tbody>
        {taxes.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">{text('taxes.total')}</th>
              {amounts(sumTaxes(taxes, currencyCode))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
