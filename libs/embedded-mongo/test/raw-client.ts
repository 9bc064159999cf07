import { type Socket, connect } from 'node:net'
import type { Document } from 'mongodb'
import { decode, encode } from '../src/bson/codec.ts'
import { type Plain, toDoc, toPlain } from '../src/bson/values.ts'

/** Sends OP_MSG messages directly, because a driver chooses the session numbers itself. */
export class RawClient {
  readonly socket: Socket
  #buffer = Buffer.alloc(0)
  #waiting: ((bytes: Buffer) => void) | undefined

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1')
    this.socket.on('data', (chunk) => {
      this.#buffer = Buffer.concat([this.#buffer, chunk])
      if (this.#buffer.length < 4 || this.#buffer.length < this.#buffer.readInt32LE(0)) return
      const message = this.#buffer
      this.#buffer = Buffer.alloc(0)
      this.#waiting?.(message)
    })
  }

  async run(command: { [name: string]: Plain }): Promise<Document> {
    return await this.send(encode(toDoc({ ...command, $db: 'test' })))
  }

  /** Sends a message with a raw body. */
  async send(body: Buffer): Promise<Document> {
    const message = Buffer.alloc(21 + body.length)
    message.writeInt32LE(message.length, 0)
    message.writeInt32LE(1, 4)
    message.writeInt32LE(2013, 12)
    body.copy(message, 21)
    const answer = new Promise<Buffer>((resolve) => (this.#waiting = resolve))
    this.socket.write(message)
    return toPlain(decode((await answer).subarray(21))) as Document
  }
}
