import { Link } from '@tanstack/react-router'
import type { TillSession } from '@workspace-platform/client/pos'
import { useEffect, useRef } from 'react'
import { useActorNames } from '../../app/actor-names.ts'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormActions } from '../../ui/form.tsx'
import styles from './till.module.css'

type Text = ReturnType<typeof useText>

/** Compares the counted cash with the expected cash. */
export const Difference = ({
  session: { difference, currencyCode },
  text,
  format,
}: {
  session: TillSession
  text: Text
  format: Format
}) => {
  if (difference === null) return null
  if (difference === 0) return <Badge tone="ok">{text('till.noDifference')}</Badge>
  const amount = format.money(Math.abs(difference), currencyCode)
  return difference > 0 ? (
    <Badge tone="warn">{text('till.surplus', { amount })}</Badge>
  ) : (
    <Badge tone="bad">{text('till.shortage', { amount })}</Badge>
  )
}

/** The result of counting a closed till. */
export const TillReport = ({ session, onDone }: { session: TillSession; onDone?: () => void }) => {
  const text = useText()
  const format = useFormat()
  const member = useMember()
  const nameOf = useActorNames([session.openedBy])
  const heading = useRef<HTMLDivElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const money = (amount: number | null) =>
    amount === null ? null : format.money(amount, session.currencyCode)
  return (
    <div ref={heading} tabIndex={-1} className={styles['report']}>
      <Card
        title={text('till.report', { register: session.register })}
        action={<Difference {...{ session, text, format }} />}
      >
        <Facts
          items={[
            [text('till.opened'), format.dateTime(session.createdAt)],
            [text('till.openedBy'), nameOf(session.openedBy)],
            [text('till.closed'), session.closedAt && format.dateTime(session.closedAt)],
            [text('till.float'), money(session.openingFloat)],
            [text('till.expected'), money(session.expected)],
            [text('till.counted'), money(session.counted)],
          ]}
        />
        <div className={styles['reportActions']}>
          <FormActions>
            {onDone && (
              <Button kind="primary" onClick={onDone}>
                {text('till.done')}
              </Button>
            )}
            {may(member, 'store.orders.view') && (
              <Link to="/invoices" search={{ sessionId: session.id }} className={buttonClass({})}>
                {text('till.itsSales')}
              </Link>
            )}
          </FormActions>
        </div>
      </Card>
    </div>
  )
}
