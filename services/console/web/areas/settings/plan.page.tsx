import type { OwnStorage, OwnSubscription } from '@workspace-platform/client/admin-billing'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useOwnSubscription } from '../../app/own-subscription.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Facts } from '../../ui/facts.tsx'
import { Page, PageContent } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useStorage } from './settings.queries.ts'
import { renewalLabel, shareOf, toMegabytes } from './settings.rules.ts'
import styles from './settings.module.css'

/** The plan of the workspace, its usage, and the price of the next renewal. */
export const PlanPage = () => {
  const text = useText()
  const plan = useOwnSubscription()
  const storage = useStorage()
  return (
    <Page title={text('settings.plan')}>
      <PageContent isNarrow>
        {plan.error && !plan.data ? (
          <LoadFailure error={plan.error} onRetry={() => void plan.refetch()} />
        ) : plan.data ? (
          <>
            <PlanCard subscription={plan.data} />
            <RenewalCard subscription={plan.data} />
          </>
        ) : (
          <Card title={text('settings.plan')}>
            <Skeleton lines={5} />
          </Card>
        )}
        <Card title={text('settings.storage')}>
          {storage.error && !storage.data ? (
            <LoadFailure isCompact error={storage.error} onRetry={() => void storage.refetch()} />
          ) : storage.data ? (
            <StorageUse storage={storage.data} />
          ) : (
            <Skeleton lines={3} />
          )}
        </Card>
      </PageContent>
    </Page>
  )
}

const PlanCard = ({ subscription }: { subscription: OwnSubscription }) => {
  const text = useText()
  const format = useFormat()
  const { plan, isActive, subscriptionEndDate, discountPercentage, limits, staffUsed } = subscription
  return (
    <Card
      title={plan.name}
      action={
        <Badge tone={isActive ? 'ok' : 'bad'}>{text(isActive ? 'settings.subscribed' : 'plan.ended')}</Badge>
      }
    >
      <div className={styles['stack']}>
        <Facts
          items={[
            [
              text(isActive ? 'settings.endsOn' : 'settings.endedOn'),
              subscriptionEndDate && format.dateTime(subscriptionEndDate),
            ],
            [
              text('settings.discount'),
              discountPercentage === null ? null : format.percent(discountPercentage / 100),
            ],
          ]}
        />
        <Use
          label={text('settings.staffUsed')}
          used={staffUsed}
          limit={limits.maxStaff}
          shown={(value) => format.number(value)}
        />
      </div>
    </Card>
  )
}

type UseProps = { label: string; used: number; limit: number | null; shown: (value: number) => string }

/** The usage of a limit, as numbers and as a bar. */
const Use = ({ label, used, limit, shown }: UseProps) => {
  const text = useText()
  const share = shareOf(used, limit)
  return (
    <div className={styles['stack']}>
      <div className={styles['line']}>
        <b>{label}</b>
        {limit === null
          ? text('settings.usedOfUnlimited', { used: shown(used) })
          : text('settings.usedOf', { used: shown(used), limit: shown(limit) })}
      </div>
      {share !== null && (
        <div className={styles['meter']} aria-hidden="true">
          <span
            className={classNames(share >= 1 && styles['full'])}
            style={{ inlineSize: `${Math.round(share * 100)}%` }}
          />
        </div>
      )}
    </div>
  )
}

const storageName = (service: string) => {
  const known = (['finance', 'scheduling', 'storefront'] as const).find((each) => each === service)
  return known ? (`settings.files.${known}` as const) : 'settings.files.others'
}

const StorageUse = ({ storage }: { storage: OwnStorage }) => {
  const text = useText()
  const { usedBytes, quotaBytes, services, planStorageMB, additionalStorageMB } = storage
  const megabytes = (value: number): string => text('settings.megabytes', { count: value })
  return (
    <div className={styles['stack']}>
      <Use
        label={text('settings.storageUsed')}
        used={toMegabytes(usedBytes)}
        limit={quotaBytes === null ? null : toMegabytes(quotaBytes)}
        shown={megabytes}
      />
      <Facts
        items={[
          [text('settings.planStorage'), planStorageMB === null ? null : megabytes(planStorageMB)],
          [
            text('settings.additionalStorage'),
            additionalStorageMB > 0 ? megabytes(additionalStorageMB) : null,
          ],
          ...services
            .filter((each) => each.usedBytes > 0)
            .map(
              (each) => [text(storageName(each.service)), megabytes(toMegabytes(each.usedBytes))] as const,
            ),
        ]}
      />
    </div>
  )
}

const RenewalCard = ({ subscription }: { subscription: OwnSubscription }) => {
  const text = useText()
  const format = useFormat()
  const { nextRenewal, plan } = subscription
  const discountOf = (share: number): string =>
    text('settings.discountOf', { percent: format.percent(share) })
  return (
    <Card title={text('settings.renewal')}>
      {nextRenewal ? (
        <div className={styles['quote']}>
          <div>
            <span>{text(`settings.period.${nextRenewal.period}`)}</span>
          </div>
          {nextRenewal.lines.map((line) => (
            <div key={`${line.kind}-${line.label}`}>
              <span>{renewalLabel(line, subscription, discountOf)}</span>
              <span>{format.money(line.amount, nextRenewal.currencyCode)}</span>
            </div>
          ))}
          <div className={styles['total']}>
            <span>{text('settings.total')}</span>
            <span>{format.money(nextRenewal.total, nextRenewal.currencyCode)}</span>
          </div>
        </div>
      ) : (
        <p className={styles['text']}>{text('settings.noRenewal', { plan: plan.name })}</p>
      )}
      <p className={styles['text']}>{text('settings.renewalText')}</p>
    </Card>
  )
}
