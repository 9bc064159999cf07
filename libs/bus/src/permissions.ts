import {
  deadLetterStream,
  deadLetterSubject,
  inboxPrefix,
  streamName,
  streamSubject,
} from './stream-names.ts'

/** The NATS resources that a service declares. */
export type BusUse = {
  /** The services whose events this service consumes; `*` for all services. */
  follows: readonly string[]
  /**
   * `read`: reads all keys; `own-keys`: only writes the key with the service's name and keys that begin with this name
   * and a dot; `read-and-own-keys`: both; `all-keys`: reads and writes all keys.
   */
  buckets: Readonly<Record<string, 'read' | 'own-keys' | 'read-and-own-keys' | 'all-keys'>>
  redrivesDeadLetters?: boolean
}

export type BusPermissions = { publish: { allow: string[] }; subscribe: { allow: string[] } }

/**
 * Returns the permissions of a service's NATS user: publishing its own events, reading the streams that it follows
 * and using its buckets. Only a service that redrives dead letters can publish to other services' subjects. `services`
 * are all services of the platform.
 */
export const busPermissions = (service: string, use: BusUse, services: readonly string[]): BusPermissions => {
  const followed = use.follows.includes('*') ? services : use.follows
  return {
    publish: {
      allow: [
        '$JS.API.INFO',
        `wp.${service}.>`,
        ...createStream(streamName(service)),
        ...createStream(deadLetterStream),
        deadLetterSubject(service, '*'),
        ...followed.flatMap((publisher) => [
          ...createStream(streamName(publisher)),
          ...readStream(streamName(publisher)),
        ]),
        ...Object.entries(use.buckets).flatMap(([bucket, kind]) => [
          ...createStream(bucketStream(bucket)),
          ...bucketSubjects[kind](bucket, service),
        ]),
        ...(use.redrivesDeadLetters
          ? [
              ...readStream(deadLetterStream),
              `$JS.API.STREAM.MSG.GET.${deadLetterStream}`,
              `$JS.API.STREAM.MSG.DELETE.${deadLetterStream}`,
              streamSubject('*'),
            ]
          : []),
      ].filter((subject, at, all) => all.indexOf(subject) === at),
    },
    subscribe: {
      allow: [`${inboxPrefix(service)}.>`, ...followed.map((publisher) => `wp.${publisher}.>`)],
    },
  }
}

const bucketStream = (bucket: string): string => `KV_${bucket}`

/** Every user of a stream may create it, but these permissions do not allow changing it. */
const createStream = (stream: string): string[] => [
  `$JS.API.STREAM.INFO.${stream}`,
  `$JS.API.STREAM.CREATE.${stream}`,
]

const readStream = (stream: string): string[] => [
  `$JS.API.CONSUMER.INFO.${stream}.*`,
  `$JS.API.CONSUMER.CREATE.${stream}`,
  `$JS.API.CONSUMER.CREATE.${stream}.>`,
  `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.*`,
  `$JS.API.CONSUMER.MSG.NEXT.${stream}.*`,
  `$JS.ACK.${stream}.>`,
  `$JS.ACK.*.*.${stream}.>`,
  `$JS.FC.${stream}.>`,
]

const watchBucket = (bucket: string): string[] => [
  ...readStream(bucketStream(bucket)),
  `$JS.API.CONSUMER.DELETE.${bucketStream(bucket)}.*`,
]

const ownKeys = (bucket: string, service: string): string[] => [
  `$KV.${bucket}.${service}`,
  `$KV.${bucket}.${service}.>`,
]

const bucketSubjects = {
  /** Includes the permission to update the stream, because readers may set the bucket's TTL. */
  read: (bucket: string) => [...watchBucket(bucket), `$JS.API.STREAM.UPDATE.${bucketStream(bucket)}`],
  'own-keys': ownKeys,
  'read-and-own-keys': (bucket: string, service: string) => [
    ...watchBucket(bucket),
    ...ownKeys(bucket, service),
  ],
  'all-keys': (bucket: string) => [...watchBucket(bucket), `$KV.${bucket}.>`],
}
