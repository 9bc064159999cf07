import type { Socket } from 'node:net'
import { Login } from '../authentication/login.ts'
import { dispatch } from '../commands/registry.ts'
import type { Peer, Services } from '../commands/context.ts'
import { MAX_MESSAGE_BYTES, ProtocolError, readMessage, writeReply } from '../wire/message.ts'

const HEADER_BYTES = 16

/** A client connection. Messages are answered one at a time; reading is paused while one is being answered. */
export class Connection implements Peer {
  readonly id: number
  appName: string | undefined
  isBroken = false
  readonly address: string
  readonly login: Login
  readonly closed: Promise<void>
  readonly #socket: Socket
  readonly #services: Services
  #chunks: Buffer[] = []
  #size = 0
  #isBusy = false
  #isEnding = false

  constructor(socket: Socket, services: Services, id: number) {
    this.id = id
    const host = socket.localAddress ?? '127.0.0.1'
    this.address = `${host.includes(':') ? `[${host}]` : host}:${socket.localPort ?? 0}`
    this.login = new Login(services.passwords)
    this.#socket = socket
    this.#services = services
    socket.setNoDelay(true)
    this.closed = new Promise((resolve) => {
      socket.once('close', () => resolve())
    })
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk)
      this.#size += chunk.length
      void this.#work()
    })
  }

  /** Finishes the current message, then closes the connection. */
  end(): void {
    this.#isEnding = true
    if (!this.#isBusy) this.#socket.destroy()
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    this.#socket.pause()
    try {
      for (let message = this.#next(); message !== undefined; message = this.#next()) {
        const request = readMessage(message)
        const answer = await dispatch(this.#services, this, request)
        if (this.isBroken) return void this.#socket.destroy()
        if (!request.wantsReply) continue
        if (this.#socket.destroyed) return
        if (!this.#socket.write(writeReply(request, answer))) await this.#drained()
        if (this.#isEnding) break
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) this.#services.log(error)
      this.#socket.destroy()
    } finally {
      this.#isBusy = false
      if (this.#isEnding) this.#socket.end(() => this.#socket.destroy())
      else this.#socket.resume()
    }
  }

  async #drained(): Promise<void> {
    await Promise.race([new Promise<void>((resolve) => this.#socket.once('drain', resolve)), this.closed])
  }

  /** Returns the next message, or undefined until it has arrived completely. */
  #next(): Buffer | undefined {
    if (this.#size < HEADER_BYTES) return undefined
    if (this.#chunks.length > 1 && this.#chunks[0]!.length < HEADER_BYTES)
      this.#chunks = [Buffer.concat(this.#chunks)]
    const length = this.#chunks[0]!.readInt32LE(0)
    if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) {
      throw new ProtocolError(`A message of ${length} bytes is not allowed`)
    }
    if (this.#size < length) return undefined
    const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
    const rest = all.subarray(length)
    this.#chunks = rest.length === 0 ? [] : [rest]
    this.#size = rest.length
    return all.subarray(0, length)
  }
}
