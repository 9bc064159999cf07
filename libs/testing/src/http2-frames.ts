const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
const headBytes = 9
const types = { headers: 1, cancel: 3 }
const endOfStream = 0x1

type Frame = { type: number; flags: number; bytes: Buffer }

/** Returns the complete frames in bytes that start with a frame or with the connection preface. */
const framesOf = (bytes: Buffer): Frame[] => {
  const frames: Frame[] = []
  let rest = bytes.subarray(beginningOf(bytes).length)
  for (;;) {
    const size = rest.length < headBytes ? Infinity : headBytes + rest.readUIntBE(0, 3)
    if (size > rest.length) return frames
    frames.push({ type: rest[3]!, flags: rest[4]!, bytes: rest.subarray(0, size) })
    rest = rest.subarray(size)
  }
}

const beginningOf = (bytes: Buffer): Buffer =>
  bytes.subarray(0, preface.length).equals(preface) ? preface : Buffer.alloc(0)

/** Removes the frames that cancel requests, so that the client seems to be still waiting. */
export const withoutCancels = (bytes: Buffer): Buffer => {
  const kept = framesOf(bytes).filter(({ type }) => type !== types.cancel)
  return Buffer.concat([beginningOf(bytes), ...kept.map(({ bytes }) => bytes)])
}

/** Returns the number of requests that a client sent. */
export const countRequests = (bytes: Buffer): number =>
  framesOf(bytes).filter(({ type }) => type === types.headers).length

/** Returns the number of replies that a server completed or canceled. */
export const countReplies = (bytes: Buffer): number =>
  framesOf(bytes).filter(
    ({ type, flags }) => type === types.cancel || (type === types.headers && (flags & endOfStream) !== 0),
  ).length
