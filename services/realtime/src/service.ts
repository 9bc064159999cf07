import { defineService } from '@wp/runtime'
import { WebSocketServer } from 'ws'
import declaration from '../service.json' with { type: 'json' }
import { realtimeConfig } from './config.ts'
import { closeCodes } from './connections/connection.contract.ts'
import { serveConnection } from './connections/connection.handlers.ts'
import { readUpgradeToken, subprotocol } from './connections/connection.rules.ts'

const maxFrameBytes = 64 * 1024

export const realtime = defineService('realtime', {
  declaration,
  config: realtimeConfig,
  database: false,
  open: ({ verifier }) => {
    const server = new WebSocketServer({
      noServer: true,
      maxPayload: maxFrameBytes,
      perMessageDeflate: false,
      handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
    })
    return {
      upgrades: ['/realtime'],
      onUpgrade: (request, socket, head) =>
        server.handleUpgrade(request, socket, head, (client) =>
          serveConnection(client, verifier, readUpgradeToken(request.headers)),
        ),
      onDrain: () => {
        for (const client of server.clients)
          client.close(closeCodes.goingAway, 'The server is restarting: connect again')
      },
    }
  },
})
