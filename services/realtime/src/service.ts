import type { Duplex } from 'node:stream'
import { endWithReply, toFailure } from '@wp/http'
import { AppError } from '@wp/kernel'
import { ResultCritical } from '@wp/labs/contract'
import { storefrontService } from '@wp/protos'
import { defineService } from '@wp/runtime'
import { JobProgressed } from '@wp/storefront/contract'
import { WebSocketServer } from 'ws'
import declaration from '../service.json' with { type: 'json' }
import { restartInBackground } from './channels/channel.actions.ts'
import { openChannels } from './channels/channel.store.ts'
import { openSource } from './channels/source.store.ts'
import { realtimeConfig } from './config.ts'
import { serveConnection } from './connections/connection.handlers.ts'
import {
  connectionLimits,
  isAllowedOrigin,
  readUpgradeToken,
  subprotocol,
  toOrigin,
} from './connections/connection.rules.ts'
import { openConnections } from './connections/connection.store.ts'
import { followEvents } from './consumers/on-events.ts'
import type { RealtimeDeps } from './deps.ts'
import { closeCodes } from './sockets/close-code.contract.ts'

export const realtime = defineService('realtime', {
  declaration,
  config: realtimeConfig,
  database: false,
  open: async ({ config, bus, verifier, clock, logger, metrics, rpc }) => {
    const limits = { ...connectionLimits, socketsPerWorkspace: config.maxSocketsPerWorkspace }
    const deps: RealtimeDeps = {
      verifier,
      clock,
      logger,
      storefront: rpc(storefrontService),
      sources: {
        jobs: await openSource(bus.history(JobProgressed)),
        labs: await openSource(bus.history(ResultCritical)),
      },
      channels: openChannels((subscription) => restartInBackground(deps, subscription)),
      connections: openConnections(metrics, limits.socketsPerWorkspace),
      limits,
    }
    await followEvents(bus, deps)

    const origins = [config.publicUrl, ...config.realtimeOrigins].map(toOrigin)
    const server = new WebSocketServer({
      noServer: true,
      maxPayload: limits.maxFrameBytes,
      perMessageDeflate: false,
      handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
    })
    return {
      upgrades: ['/realtime'],
      onUpgrade: (request, socket, head) => {
        if (!isAllowedOrigin(request.headers.origin, origins)) return refuseOrigin(socket)
        server.handleUpgrade(request, socket, head, (client) =>
          serveConnection(deps, client, socket, readUpgradeToken(request.headers)),
        )
      },
      onDrain: () => {
        for (const client of server.clients)
          client.close(closeCodes.goingAway, 'The server is restarting; connect again')
      },
    }
  },
})

const refuseOrigin = (socket: Duplex): void => {
  const { status, body } = toFailure(new AppError('FORBIDDEN', 'This origin is not allowed to connect'))
  endWithReply(socket, status, {}, body)
}
