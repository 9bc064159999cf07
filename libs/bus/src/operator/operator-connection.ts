import { connect } from 'nats'
import type { NatsConnection } from 'nats'
import { toConnectionOptions } from '../nats-connection.ts'

/** A connection with the operator's permissions, which include everything. */
export type OperatorConnection = NatsConnection

/**
 * Connects once; throws when NATS is down or rejects the seed. `seed` is not used if the URL contains
 * credentials.
 */
export const connectAsOperator = (url: string, seed?: string): Promise<OperatorConnection> =>
  connect({
    ...toConnectionOptions(url, seed === undefined ? undefined : () => seed),
    name: 'operator',
    reconnect: false,
    timeout: 5000,
  })
