import { DiscardPolicy, nanos, RetentionPolicy, StorageType } from 'nats'
import type { JetStreamManager, NatsConnection, NatsError, StreamConfig, StreamInfo } from 'nats'
import { deadLetterStream, streamName, streamSubject } from './stream-names.ts'

const dayMs = 24 * 3600 * 1000

/** Options for new streams. Without `maxBytes`, a stream is limited only by the storage of NATS. */
export type StreamOptions = { readonly replicas: number; readonly maxBytes?: number | undefined }

/**
 * `createdAt` distinguishes a recreated stream from the old one with the same name; `maxBytes` is -1 for a stream
 * without a limit.
 */
type EnsuredStream = { createdAt: string; firstSequence: number; lastSequence: number; maxBytes: number }

/**
 * Creates a service's stream if it does not exist. Every service that uses the stream creates it with the same
 * options. An existing stream keeps its options: only an operator may change them.
 */
export const ensureStream = (
  manager: JetStreamManager,
  service: string,
  options: StreamOptions,
): Promise<EnsuredStream> =>
  ensure(manager, options, {
    name: streamName(service),
    subjects: [streamSubject(service)],
    max_age: nanos(7 * dayMs),
    duplicate_window: nanos(2 * 60 * 1000),
  })

/** Creates the dead-letter stream if it does not exist. Dead letters are kept for 30 days. */
export const ensureDeadLetters = (
  manager: JetStreamManager,
  options: StreamOptions,
): Promise<EnsuredStream> =>
  ensure(manager, options, {
    name: deadLetterStream,
    subjects: ['wp-dead-letter.>'],
    max_age: nanos(30 * dayMs),
  })

/**
 * A full stream rejects new messages: the outbox keeps them until there is space again. Discarding old ones
 * could lose events that a consumer has not read.
 */
const ensure = async (
  manager: JetStreamManager,
  { replicas, maxBytes = -1 }: StreamOptions,
  config: Partial<StreamConfig> & { name: string },
): Promise<EnsuredStream> => {
  const known = await manager.streams.info(config.name).catch((error: unknown) => {
    if (isNotFound(error)) return null
    throw error
  })
  const toEnsured = ({ created: createdAt, state, config: { max_bytes } }: StreamInfo): EnsuredStream => ({
    createdAt,
    firstSequence: state.first_seq,
    lastSequence: state.last_seq,
    maxBytes: max_bytes,
  })
  if (known) return toEnsured(known)
  const created = await manager.streams.add({
    ...config,
    num_replicas: replicas,
    max_bytes: maxBytes,
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
  })
  return toEnsured(created)
}

/** Returns whether the error says that a JetStream stream, consumer or message does not exist. */
export const isNotFound = (error: unknown): boolean =>
  (error as NatsError | undefined)?.api_error?.code === 404

export const openManager = (connection: NatsConnection): Promise<JetStreamManager> =>
  connection.jetstreamManager({ checkAPI: false, timeout: 5000 })

/**
 * Returns the narrowest wildcard subject that matches all given subjects. NATS servers before 2.10 support only one
 * filter.
 */
export const coveringSubject = (subjects: readonly string[]): string => {
  const [first, ...others] = subjects.map((subject) => subject.split('.'))
  return (first ?? [])
    .map((part, index) => (others.every((other) => other[index] === part) ? part : '*'))
    .join('.')
}
