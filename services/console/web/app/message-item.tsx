import type { CustomerMessage } from '@workspace-platform/client/identity'
import type { ReactNode } from 'react'
import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/language.ts'
import { Badge } from '../ui/badge.tsx'
import { SimpleItem } from '../ui/simple-list.tsx'
import { messageTones } from './message-texts.ts'

/** A message to a customer in a list: what, to which address, when, and whether it arrived. */
export const MessageItem = ({ message, action }: { message: CustomerMessage; action?: ReactNode }) => {
  const text = useText()
  const format = useFormat()
  const { type, recipient, status, reason, createdAt, sentAt, channel } = message
  return (
    <SimpleItem
      title={text(`message.type.${type}`)}
      detail={
        <>
          <bdi dir="ltr">{recipient}</bdi> • {text(`message.channel.${channel}`)} •{' '}
          {format.dateTime(sentAt ?? createdAt).replaceAll(' ', '\u00a0')}
          {reason && ` • ${text(`message.reason.${reason}`)}`}
        </>
      }
      end={
        <>
          <Badge tone={messageTones[status]}>{text(`message.status.${status}`)}</Badge>
          {action}
        </>
      }
    />
  )
}
