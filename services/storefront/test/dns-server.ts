import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const readName = (message: Buffer, from: number): { name: string; end: number } => {
  const labels: string[] = []
  let at = from
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.subarray(at + 1, at + 1 + length).toString('ascii'))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

const txtAnswer = (text: string): Buffer => {
  const parts = text.match(/.{1,200}/gs) ?? ['']
  const data = Buffer.concat(
    parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])),
  )
  // The answer: a pointer to the name in the question, type TXT, class IN and a TTL of 0.
  const head = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/** Starts a DNS server on loopback that answers TXT queries from `records` and NXDOMAIN otherwise. */
export const startDnsServer = async () => {
  const records = new Map<string, string[]>()
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { name, end } = readName(message, 12)
    asked.push(name)
    const texts = records.get(name) ?? []
    const head = Buffer.from(message.subarray(0, 12))
    head.writeUInt16BE(texts.length > 0 ? 0x8580 : 0x8583, 2)
    head.writeUInt16BE(texts.length, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, message.subarray(12, end), ...texts.map(txtAnswer)]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { records, asked, address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}
