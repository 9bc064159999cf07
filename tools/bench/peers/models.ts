import { Schema } from 'mongoose'

/** Options for the collections of both peers, as in mongoose's guide: timestamps, and `id` in JSON. */
const options = { timestamps: true, toJSON: { virtuals: true, versionKey: false } } as const
const workspaceId = { type: String, required: true }

const clientSchema = new Schema(
  {
    workspaceId,
    name: { type: String, required: true },
    email: { type: String, default: null },
    phone: { type: String, default: null },
    dateOfBirth: { type: String, default: null },
    gender: { type: String, enum: ['male', 'female', null], default: null },
    notes: { type: String, default: null },
    discount: { type: Object, default: null },
  },
  options,
)
clientSchema.index({ workspaceId: 1, createdAt: -1, _id: -1 })

const serviceSchema = new Schema(
  { workspaceId, name: String, durationMinutes: Number, isActive: { type: Boolean, default: true } },
  options,
)
const staffSchema = new Schema({ workspaceId, name: String }, { ...options, collection: 'staff' })
const holidaySchema = new Schema({ workspaceId, date: String }, options)
holidaySchema.index({ workspaceId: 1, date: 1 })

const sessionSchema = new Schema(
  {
    workspaceId,
    name: { type: String, required: true },
    clientId: { type: String, required: true },
    clientName: String,
    services: [{ serviceId: String, name: String }],
    staffId: String,
    staffName: String,
    date: { type: String, required: true },
    startMinute: Number,
    endMinute: Number,
    durationMinutes: Number,
    status: { type: String, enum: ['scheduled', 'in-progress', 'completed', 'cancelled'] },
  },
  options,
)
sessionSchema.index({ workspaceId: 1, staffId: 1, startMinute: 1 })

const outboxSchema = new Schema({ type: String, data: Object, publishedAt: Date }, options)
outboxSchema.index({ publishedAt: 1 })

export const schemas = {
  Client: clientSchema,
  Service: serviceSchema,
  Staff: staffSchema,
  Holiday: holidaySchema,
  Session: sessionSchema,
  Outbox: outboxSchema,
}

export type NewBooking = {
  name: string
  clientId: string
  serviceIds: string[]
  staffId: string
  date: string
  startTime: string
}

/** Returns the start and end in minutes since 1970, so that sessions across midnight need no special case. */
export const toInterval = (date: string, startTime: string, durationMinutes: number) => {
  const startMinute = Date.parse(`${date}T${startTime}:00Z`) / 60_000
  return { startMinute, endMinute: startMinute + durationMinutes }
}
