import {
  deadLetterStream,
  deadLetterSubject,
  inboxPrefix,
  streamName,
  streamSubject,
} from './stream-names.ts'

/** What a service uses of NATS, as it declares it. */
export type BusUse = {
  /** The services whose events it reads. */
  follows: readonly string[]
  /** `own-keys`: writes those that begin with its name; `all-keys`: writes and reads any. */
  buckets: Readonly<Record<string, 'read' | 'own-keys' | 'all-keys'>>
  redrivesDeadLetters?: boolean
}

/** The permissions of a user, in the words of NATS. */
export type BusPermissions = { publish: { allow: string[] }; subscribe: { allow: string[] } }

/**
 * What the user of a service may do: write its own events and keys, read the streams and buckets that it declares. The
 * subjects of streams it only reads are not among those it may publish.
 */
export const busPermissions = (service: string, use: BusUse): BusPermissions => ({
  publish: {
    allow: [
      '$JS.API.INFO',
      `wp.${service}.>`,
      ...makeStream(streamName(service)),
      ...makeStream(deadLetterStream),
      deadLetterSubject(service, '*'),
      ...use.follows.flatMap((publisher) => [
        ...makeStream(streamName(publisher)),
        ...readStream(streamName(publisher)),
      ]),
      ...Object.entries(use.buckets).flatMap(([bucket, kind]) => [
        ...makeStream(bucketStream(bucket)),
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
    allow: [`${inboxPrefix(service)}.>`, ...use.follows.map((publisher) => `wp.${publisher}.>`)],
  },
})

const bucketStream = (bucket: string): string => `KV_${bucket}`

/** Whoever needs a stream first makes it; one that is there cannot be changed by these. */
const makeStream = (stream: string): string[] => [
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

const bucketSubjects = {
  /** A reader also sets how long keys live. */
  read: (bucket: string) => [...watchBucket(bucket), `$JS.API.STREAM.UPDATE.${bucketStream(bucket)}`],
  'own-keys': (bucket: string, service: string) => [`$KV.${bucket}.${service}`, `$KV.${bucket}.${service}.>`],
  'all-keys': (bucket: string) => [...watchBucket(bucket), `$KV.${bucket}.>`],
}
