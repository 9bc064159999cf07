import { defineEvent } from '@wp/bus'
import type { EventDefinition } from '@wp/bus'
import { CalendarDateString, IdString, Timestamp } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { TaxLine } from './business.ts'

/** The messages that a workspace sends to its customers. */
export const MessageType = z.enum([
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
])
export type MessageType = z.output<typeof MessageType>

const Line = z.object({ name: z.string(), quantity: z.number(), total: z.number() })

const MessageDetails = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('booking'),
    date: CalendarDateString,
    startTime: z.string(),
    endTime: z.string(),
    services: z.array(z.string()),
    staff: z.string().nullable(),
    link: z
      .string()
      .optional()
      .describe('The page of a booking made online; identity adds a token that only the message contains'),
  }),
  z.object({
    kind: z.literal('order'),
    number: z.string(),
    items: z.array(Line),
    total: z.number(),
    currencyCode: z.string(),
  }),
  z.object({
    kind: z.literal('invoice'),
    number: z.int(),
    items: z.array(Line),
    discounts: z.array(z.object({ reason: z.string(), amount: z.number() })),
    total: z.number(),
    taxes: z.array(TaxLine),
    due: z.number(),
    currencyCode: z.string(),
  }),
  z.object({ kind: z.literal('report'), number: z.int(), testDate: CalendarDateString }),
])
export type MessageDetails = z.output<typeof MessageDetails>

/** A message for a customer, which identity writes in the customer's language and sends. */
export const CustomerMessage = z.object({
  type: MessageType,
  recordId: IdString.describe('The booking, order, invoice or lab test'),
  version: z
    .string()
    .max(64)
    .describe('With record and type, identifies the message: another request for it sends nothing'),
  recipient: z.object({
    name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    language: z.string().nullable(),
  }),
  details: MessageDetails,
  expiresAt: Timestamp.nullable().describe('The message is not sent after this time'),
})
export type CustomerMessage = z.output<typeof CustomerMessage>

/** Declares the event that makes identity send a message to a customer. */
export const defineCustomerMessage = <const Service extends string>(service: Service) =>
  defineEvent({
    type: `wp.${service}.customer-message.requested.v1`,
    summary: 'A customer of the workspace should receive a message by email or SMS',
    data: CustomerMessage,
  })

/**
 * Requests a message from identity. Call it in the transaction of the change. A recipient without an email
 * address or phone number gets no message.
 */
export const requestCustomerMessage = (
  tx: Tx,
  event: EventDefinition<string, typeof CustomerMessage>,
  workspaceId: Id,
  message: CustomerMessage,
): void => {
  if (message.recipient.email === null && message.recipient.phone === null) return
  tx.publish(event, { workspaceId, data: message, aggregate: `message:${message.recordId}` })
}
