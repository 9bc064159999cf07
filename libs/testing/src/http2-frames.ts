const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
const headBytes = 9
const types = { headers: 1, cancel: 3 }
const endOfStream = 0x1

type Frame = { type: number; flags: number; bytes: Buffer }

/** The frames of a part of a connection that begins with one, or with the connection; without what is cut off at its end. */
const framesOf = (said: Buffer): Frame[] => {
  const frames: Frame[] = []
  let rest = said.subarray(beginningOf(said).length)
  for (;;) {
    const size = rest.length < headBytes ? Infinity : headBytes + rest.readUIntBE(0, 3)
    if (size > rest.length) return frames
    frames.push({ type: rest[3]!, flags: rest[4]!, bytes: rest.subarray(0, size) })
    rest = rest.subarray(size)
  }
}

const beginningOf = (said: Buffer): Buffer =>
  said.subarray(0, preface.length).equals(preface) ? preface : Buffer.alloc(0)

/** What a client said, without the frames that call a request off: it arrives as if the client still waited. */
export const withoutCancels = (said: Buffer): Buffer => {
  const kept = framesOf(said).filter(({ type }) => type !== types.cancel)
  return Buffer.concat([beginningOf(said), ...kept.map(({ bytes }) => bytes)])
}

/** How many requests a client has said. */
export const countRequests = (said: Buffer): number =>
  framesOf(said).filter(({ type }) => type === types.headers).length

/** How many requests a server has answered to the end. */
export const countReplies = (said: Buffer): number =>
  framesOf(said).filter(
    ({ type, flags }) => type === types.cancel || (type === types.headers && (flags & endOfStream) !== 0),
  ).length
