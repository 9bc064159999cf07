import { defineService } from '@wp/runtime'
import { WebSocketServer } from 'ws'
import { realtimeConfig } from './config.ts'
import { serveConnection } from './connections/connection.ts'
import { subprotocol, tokenOfUpgrade } from './connections/handshake.ts'
import { closeCodes } from './connections/messages.ts'

const maxFrameBytes = 64 * 1024

export const realtime = defineService('realtime', {
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
          serveConnection(client, verifier, tokenOfUpgrade(request.headers)),
        ),
      onDrain: () => {
        for (const client of server.clients)
          client.close(closeCodes.goingAway, 'The server is restarting: connect again')
      },
    }
  },
})
