import { LoadFailure } from '../../app/load-failure.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useLanguage, useText } from '../../i18n/language.ts'
import { Card } from '../../ui/card.tsx'
import { LineChart } from '../../ui/line-chart.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAnalytics } from './books.queries.ts'
import { measures, pointsIn, valuesOf } from './books.rules.ts'
import type { Measure, Period, Range } from './books.rules.ts'

type Props = {
  ranges: { current: Range; before: Range }
  period: Period
  currencyCode: string
  measure: Measure
  onMeasure: (measure: Measure) => void
}

/** Income, expenses or the difference over time, compared with the previous period. */
export const TrendCard = ({ ranges, period, currencyCode, measure, onMeasure }: Props) => {
  const text = useText()
  const format = useFormat()
  const { locale } = useLanguage()
  const current = useAnalytics(ranges.current, period)
  const before = useAnalytics(ranges.before, period)
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  const points = pointsIn(ranges.current, period)
  const labelOf = (point: string): string =>
    period === 'year' ? format.month(`${point}-01`) : format.date(point)
  const error = current.error ?? before.error
  return (
    <Card
      title={text(`books.trend.${period === 'year' ? 'month' : 'day'}`)}
      action={
        <Segmented
          label={text('books.measure')}
          value={measure}
          options={measures.map((value) => ({ value, label: text(`books.measure.${value}`) }))}
          onChange={onMeasure}
        />
      }
    >
      {error && !(current.data && before.data) ? (
        <LoadFailure
          isCompact
          error={error}
          onRetry={() => {
            void current.refetch()
            void before.refetch()
          }}
        />
      ) : current.data && before.data ? (
        <>
          <LineChart
            labels={points.map(labelOf)}
            values={valuesOf(current.data, currencyCode, measure, points)}
            before={valuesOf(before.data, currencyCode, measure, pointsIn(ranges.before, period))}
            names={{
              point: text(period === 'year' ? 'books.month' : 'books.date'),
              values: text('books.thisPeriod'),
              before: text('books.periodBefore'),
              table: text('books.showTable'),
            }}
            format={(value) => format.money(value, currencyCode)}
            formatTick={(value) => compact.format(value)}
          />
        </>
      ) : (
        <Skeleton lines={6} />
      )}
    </Card>
  )
}
