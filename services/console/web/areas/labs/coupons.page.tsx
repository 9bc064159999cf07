import { getRouteApi } from '@tanstack/react-router'
import type { LabCoupon } from '@workspace-platform/client/labs'
import { Plus, TicketPercent } from 'lucide-react'
import { useMemo } from 'react'
import { matchesQuery } from '../../app/text-search.rules.ts'
import { SearchedList } from '../../app/searched-list.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RowName } from '../../ui/cell.tsx'
import { statusWidth } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { useCoupons } from './catalogue.queries.ts'
import { CouponForm } from './coupon.form.tsx'
import { LabsTabs } from './labs-tabs.tsx'
import type { LabsSearch } from './labs-search.rules.ts'
import styles from './labs.module.css'

const route = getRouteApi('/shell/labs/coupons')

const columnsFor = (text: ReturnType<typeof useText>, format: Format): Column<LabCoupon>[] => [
  {
    id: 'title',
    header: text('labs.couponTitle'),
    width: 2,
    cell: ({ couponTitle }) => <RowName>{couponTitle}</RowName>,
  },
  {
    id: 'code',
    header: text('labs.couponCode'),
    width: 1.2,
    importance: 'secondary',
    cell: ({ couponCode }) => <bdi className={styles['code']}>{couponCode}</bdi>,
  },
  {
    id: 'status',
    header: text('labs.status'),
    width: 1,
    minWidth: statusWidth,
    cell: ({ couponStatus }) => (
      <Badge tone={couponStatus === 'active' ? 'ok' : 'neutral'}>
        {text(`labs.couponStatus.${couponStatus}`)}
      </Badge>
    ),
  },
  {
    id: 'value',
    header: text('labs.discount'),
    width: 1,
    align: 'end',
    cell: ({ couponType, couponValue }) =>
      couponType === 'percentage' ? format.percent(couponValue / 100) : format.money(couponValue),
  },
]

/** The coupons of the laboratory. */
export const CouponsPage = () => {
  const text = useText()
  const format = useFormat()
  const mayManage = may(useMember(), 'labs.manage')
  const { change } = useListSearch<LabsSearch>()
  const { search = '', state = '', open } = route.useSearch()
  const coupons = useCoupons()
  const rows = useMemo(
    () =>
      (coupons.data ?? []).filter(
        ({ couponTitle, couponCode, couponStatus }) =>
          matchesQuery(search, couponTitle, couponCode) && (state === '' || couponStatus === state),
      ),
    [coupons.data, search, state],
  )
  const columns = useMemo(() => columnsFor(text, format), [text, format])
  const close = (): void => change({ open: '' })
  const coupon = coupons.data?.find(({ id }) => id === open)
  const add = mayManage && (
    <Button kind="primary" onClick={() => change({ open: 'new' })}>
      <Plus aria-hidden="true" />
      {text('labs.addCoupon')}
    </Button>
  )
  return (
    <SearchedList
      title={text('labs.coupons')}
      query={coupons}
      rows={rows}
      columns={columns}
      search={search}
      searchLabel={text('labs.searchCoupons')}
      tabs={<LabsTabs />}
      filters={
        <FilterSelect
          label={text('labs.status')}
          value={state}
          all={text('labs.all')}
          choices={(['active', 'inactive'] as const).map((value) => ({
            value,
            label: text(`labs.couponStatus.${value}`),
          }))}
          onChange={(next) => change({ state: next })}
        />
      }
      action={add}
      openId={open}
      onOpen={mayManage && (({ id }: LabCoupon) => change({ open: id }))}
      isFiltered={search !== '' || state !== ''}
      none={{ icon: TicketPercent, title: text('labs.noCoupons'), text: text('labs.noCouponsText') }}
    >
      {mayManage && (open === 'new' || coupon) && (
        <SidePanel title={coupon?.couponTitle ?? text('labs.addCoupon')} onClose={close}>
          <CouponForm key={open} coupon={coupon ?? null} onDone={close} />
        </SidePanel>
      )}
    </SearchedList>
  )
}
