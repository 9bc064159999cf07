import mongoose, { Schema } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, startDatabase } from './start-database.ts'

let database: TestDatabase
let connection: mongoose.Connection

beforeAll(async () => {
  database = await startDatabase()
  connection = await mongoose.createConnection(database.server.uri, { dbName: 'mongoose' }).asPromise()
})
afterAll(async () => {
  await connection?.close()
  await database?.stop()
})

describe('mongoose with the embedded database', () => {
  it('creates, saves, updates, populates and aggregates documents, enforces unique indexes and commits transactions', async () => {
    const userSchema = new Schema(
      { email: { type: String, unique: true }, tags: [String] },
      { timestamps: true },
    )
    const orderSchema = new Schema({
      user: { type: Schema.Types.ObjectId, ref: 'User', index: true },
      lines: [{ sku: String, quantity: Number }],
    })
    const User = connection.model('User', userSchema)
    const Order = connection.model('Order', orderSchema)
    await Promise.all([User.init(), Order.init()])

    const user = await User.create({ email: 'a@b.c', tags: ['x'] })
    await expect(User.create({ email: 'a@b.c' })).rejects.toMatchObject({ code: 11000 })
    user.tags.push('y')
    await user.save()
    expect((await User.findById(user._id).lean())?.tags).toEqual(['x', 'y'])

    const order = await Order.create({ user: user._id, lines: [{ sku: 's', quantity: 1 }] })
    await Order.updateOne({ _id: order._id, 'lines.sku': 's' }, { $inc: { 'lines.$.quantity': 4 } })
    const populated = await Order.findOne({ user: user._id }).populate<{ user: { email: string } }>('user')
    expect(populated?.user.email).toBe('a@b.c')
    expect(populated?.lines[0]?.quantity).toBe(5)

    await connection.transaction(async (session) => {
      await User.updateOne({ _id: user._id }, { $set: { email: 'new@b.c' } }, { session })
      await Order.create([{ user: user._id }], { session })
    })
    expect(await Order.countDocuments({ user: user._id })).toBe(2)
    expect(await User.exists({ email: 'new@b.c' })).toBeTruthy()
    const [grouped] = await Order.aggregate<{ n: number }>([{ $match: { user: user._id } }, { $count: 'n' }])
    expect(grouped?.n).toBe(2)
  })
})
