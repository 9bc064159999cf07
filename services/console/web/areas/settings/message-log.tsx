import { Link } from '@tanstack/react-router'
import type { CustomerMessage } from '@workspace-platform/client/identity'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { ListBody } from '../../app/list-body.tsx'
import { MessageItem } from '../../app/message-item.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { without } from '../../app/search-parameter.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { SimpleList } from '../../ui/simple-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMessageLog } from './settings.queries.ts'
import styles from './settings.module.css'

const statuses = ['queued', 'sent', 'failed', 'bounced', 'skipped'] as const
const types = [
  'booking.confirmed',
  'booking.changed',
  'booking.cancelled',
  'booking.reminder',
  'order.received',
  'order.confirmed',
  'order.fulfilled',
  'order.cancelled',
  'order.refunded',
  'invoice.sent',
  'lab_report.ready',
] as const satisfies readonly CustomerMessage['type'][]
/** The messages of the last 90 days. */
export const MessageLog = () => {
  const text = useText()
  const member = useMember()
  const [filter, setFilter] = useState<Parameters<typeof useMessageLog>[0]>({})
  const log = useMessageLog(filter)
  const set = <Name extends 'type' | 'status'>(name: Name, value: CustomerMessage[Name] | undefined): void =>
    setFilter((before) => ({ ...without(before, name), ...(value && { [name]: value }) }))
  const messages = log.data?.pages.flatMap((page) => page.messages) ?? []
  return (
    <Card title={text('settings.view.log')}>
      <div className={styles['stack']}>
        <div className={styles['line']}>
          <FilterSelect
            label={text('settings.message')}
            value={filter.type ?? ''}
            all={text('settings.all')}
            choices={types.map((value) => ({ value, label: text(`message.type.${value}`) }))}
            onChange={(chosen) =>
              set(
                'type',
                types.find((each) => each === chosen),
              )
            }
          />
          <FilterSelect
            label={text('settings.status')}
            value={filter.status ?? ''}
            all={text('settings.all')}
            choices={statuses.map((value) => ({ value, label: text(`message.status.${value}`) }))}
            onChange={(chosen) =>
              set(
                'status',
                statuses.find((each) => each === chosen),
              )
            }
          />
        </div>
        <ListBody
          query={log}
          isEmpty={messages.length === 0}
          isCompact
          none={{ icon: Mail, title: text('settings.noMessages'), text: text('settings.noMessagesText') }}
          skeleton={<Skeleton lines={6} />}
        >
          <SimpleList>
            {messages.map((message) => (
              <MessageItem
                key={message.id}
                message={message}
                action={may(member, permissionFor(message.type)) && <RecordLink message={message} />}
              />
            ))}
          </SimpleList>
        </ListBody>
        {log.hasNextPage && (
          <Button isBusy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {text('settings.more')}
          </Button>
        )}
      </div>
    </Card>
  )
}

/** Opens the booking, order, invoice or lab test of a message. */
const RecordLink = ({ message: { type, recordId } }: { message: CustomerMessage }) => {
  const text = useText()
  const className = buttonClass({})
  const label = text('settings.openRecord')
  if (type.startsWith('booking.'))
    return (
      <Link to="/calendar" search={{ open: recordId }} className={className}>
        {label}
      </Link>
    )
  if (type.startsWith('order.'))
    return (
      <Link to="/shop/orders" search={{ open: recordId }} className={className}>
        {label}
      </Link>
    )
  if (type === 'invoice.sent')
    return (
      <Link to="/invoices/$invoiceId" params={{ invoiceId: recordId }} className={className}>
        {label}
      </Link>
    )
  return (
    <Link to="/labs/tests/$testId" params={{ testId: recordId }} className={className}>
      {label}
    </Link>
  )
}

/** The permission to open the record of a message. */
const permissionFor = (type: CustomerMessage['type']): string => {
  if (type.startsWith('booking.')) return 'sessions.view'
  return type === 'lab_report.ready' ? 'labs.view' : 'store.orders.view'
}
