import { DiscardPolicy, nanos, RetentionPolicy, StorageType } from 'nats'
import type { JetStreamManager, NatsConnection, NatsError, StreamConfig, StreamInfo } from 'nats'
import { deadLetterStream, streamName, streamSubject } from './stream-names.ts'

const day = 24 * 3600 * 1000

/** `createdAt` tells a stream from another of the same name. */
type EnsuredStream = { createdAt: string; firstSequence: number; lastSequence: number }

/** Makes the stream of a service unless it is there. Whoever needs it first makes it; all ask for the same. */
export const ensureStream = (
  manager: JetStreamManager,
  service: string,
  replicas: number,
): Promise<EnsuredStream> =>
  ensure(manager, {
    name: streamName(service),
    subjects: [streamSubject(service)],
    num_replicas: replicas,
    max_age: nanos(7 * day),
    duplicate_window: nanos(2 * 60 * 1000),
  })

/** Makes the stream of dead letters unless it is there; they stay for 30 days. */
export const ensureDeadLetters = (manager: JetStreamManager, replicas: number): Promise<EnsuredStream> =>
  ensure(manager, {
    name: deadLetterStream,
    subjects: ['wp-dead-letter.>'],
    num_replicas: replicas,
    max_age: nanos(30 * day),
  })

const ensure = async (
  manager: JetStreamManager,
  config: Partial<StreamConfig> & { name: string },
): Promise<EnsuredStream> => {
  const known = await manager.streams.info(config.name).catch((error: unknown) => {
    if (isNotFound(error)) return null
    throw error
  })
  const toEnsured = ({ created, state }: StreamInfo): EnsuredStream => ({
    createdAt: created,
    firstSequence: state.first_seq,
    lastSequence: state.last_seq,
  })
  if (known) return toEnsured(known)
  const made = await manager.streams.add({
    ...config,
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.Old,
  })
  return toEnsured(made)
}

/** True for JetStream's "there is no such stream, consumer or message". */
export const isNotFound = (error: unknown): boolean =>
  (error as NatsError | undefined)?.api_error?.code === 404

export const openManager = (connection: NatsConnection): Promise<JetStreamManager> =>
  connection.jetstreamManager({ checkAPI: false, timeout: 5000 })

/** The narrowest subject with wildcards that covers all these, which may have some themselves; servers before 2.10 take only one filter. */
export const coveringSubject = (subjects: readonly string[]): string => {
  const [first, ...others] = subjects.map((subject) => subject.split('.'))
  return (first ?? [])
    .map((part, index) => (others.every((other) => other[index] === part) ? part : '*'))
    .join('.')
}
