/**
 * Parses the delivery info in the reply subject of a JetStream message:
 * `$JS.ACK.[<domain>.<account>.]<stream>.<consumer>.<deliveries>.<stream sequence>.<consumer
 * sequence>.<nanoseconds>.<pending>[.<random>]`. Returns null for other subjects.
 */
export const parseAckInfo = (reply: string | undefined) => {
  const parts = reply?.split('.') ?? []
  if (parts.length < 9 || parts[0] !== '$JS' || parts[1] !== 'ACK') return null
  const skip = parts.length >= 11 ? 2 : 0
  return {
    deliveryCount: Number(parts[4 + skip]),
    streamSequence: Number(parts[5 + skip]),
    consumerSequence: Number(parts[6 + skip]),
    time: new Date(Number(BigInt(parts[7 + skip] ?? '0') / 1_000_000n)),
    pending: Number(parts[8 + skip]),
  }
}
