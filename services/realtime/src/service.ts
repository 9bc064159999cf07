import { storefrontService } from '@wp/protos'
import { defineService, openOrigins, originRefusal, spread } from '@wp/runtime'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import declaration from '../service.json' with { type: 'json' }
import { restartInBackground } from './channels/channel.actions.ts'
import { openChannels } from './channels/channel.store.ts'
import { openSources } from './channels/source.store.ts'
import { realtimeConfig } from './config.ts'
import { serveConnection } from './connections/connection.handlers.ts'
import { connectionLimits, readUpgradeToken, subprotocol } from './connections/connection.rules.ts'
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
      sources: await openSources(bus),
      channels: openChannels((subscription) => restartInBackground(deps, subscription)),
      connections: openConnections(metrics, limits.socketsPerWorkspace),
      limits,
    }
    await followEvents(bus, deps)

    const origins = openOrigins(config)
    const server = new WebSocketServer({
      noServer: true,
      maxPayload: limits.maxFrameBytes,
      perMessageDeflate: false,
      handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
    })
    return {
      upgrades: ['/realtime'],
      onUpgrade: (request, socket, head) => {
        const { origin, host, 'x-forwarded-host': outerHost } = request.headers
        const isAllowed = origins.isAllowed({ origin, host: outerHost?.toString() ?? host })
        server.handleUpgrade(request, socket, head, (client) => {
          if (isAllowed) serveConnection(deps, client, socket, readUpgradeToken(request.headers))
          else refuseOrigin(client)
        })
      },
      onDrain: (ms) =>
        spread(server.clients, ms, (client) =>
          client.close(closeCodes.goingAway, 'The server is restarting; connect again'),
        ),
    }
  },
})

/** Pages see the reason of a close frame, but not the reply to a rejected upgrade request. */
const refuseOrigin = (client: WebSocket): void => {
  client.on('error', () => client.terminate())
  client.close(closeCodes.originRefused, originRefusal)
}
