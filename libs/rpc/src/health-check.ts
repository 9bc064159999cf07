import type { Client } from '@grpc/grpc-js'
import { service } from 'grpc-health-check'

const check = service['Check']!

/** Returns whether the server answers SERVING to the standard health check in time. */
export const isServing = (client: Client, timeoutMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    client.makeUnaryRequest(
      check.path,
      check.requestSerialize,
      check.responseDeserialize,
      { service: '' },
      { deadline: Date.now() + timeoutMs },
      (error, reply) => resolve(error === null && (reply as { status?: string }).status === 'SERVING'),
    )
  })
