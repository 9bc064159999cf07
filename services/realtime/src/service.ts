import { storefrontService } from '@wp/protos'
import { defineService, followDeclaredEvents, openOrigins, originRefusal, spread } from '@wp/runtime'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import declaration from '../service.json' with { type: 'json' }
import { restartInBackground } from './channels/channel.actions.ts'
import { channelCatalogue } from './channels/channel-catalogue.store.ts'
import { openChannels } from './channels/channel.store.ts'
import { realtimeConfig } from './config.ts'
import { serveConnection } from './connections/connection.handlers.ts'
import { connectionLimits, readUpgradeToken, subprotocol } from './connections/connection.rules.ts'
import { openConnections } from './connections/connection.store.ts'
import { eventFollowers } from './consumers/on-events.ts'
import type { RealtimeDeps } from './deps.ts'
import { closeCodes } from './sockets/close-code.contract.ts'

export const realtime = defineService('realtime', {
  declaration,
  config: realtimeConfig,
  database: false,
  open: async ({ config, bus, verifier, clock, logger, metrics, rpc, use }) => {
    const limits = { ...connectionLimits, socketsPerWorkspace: config.maxSocketsPerWorkspace }
    const deps: RealtimeDeps = {
      verifier,
      clock,
      logger,
      storefront: rpc(storefrontService),
      catalogue: channelCatalogue(),
      sources: new Map(),
      channels: openChannels((subscription) => restartInBackground(deps, subscription)),
      connections: openConnections(metrics, limits.socketsPerWorkspace),
      limits,
    }
    const followers = use(eventFollowers(bus, deps))
    await followDeclaredEvents({ bus, logger }, (declared) => {
      deps.catalogue.update(declared)
      followers.update(deps.catalogue.byPublisher())
    })
    await followers.settled()

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
