const finalText = 0x81
const shortest = 125
const in16Bits = 0xffff

/** Encodes a text message as one server WebSocket frame (RFC 6455, 5.2); the bytes are the same for every socket. */
export const toFrame = (text: string): Buffer => {
  const size = Buffer.byteLength(text)
  const headerSize = size <= shortest ? 2 : size <= in16Bits ? 4 : 10
  const frame = Buffer.allocUnsafe(headerSize + size)
  frame[0] = finalText
  if (headerSize === 2) frame[1] = size
  else if (headerSize === 4) {
    frame[1] = 126
    frame.writeUInt16BE(size, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(size), 2)
  }
  frame.write(text, headerSize)
  return frame
}
