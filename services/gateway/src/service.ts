import { join } from 'node:path'
import { toOpenApi, routesOf } from '@wp/http'
import { identityService } from '@wp/protos'
import { defineService, descriptorLimit, openOrigins } from '@wp/runtime'
import declaration from '../service.json' with { type: 'json' }
import { gatewayConfig } from './config.ts'
import * as contract from './contract.ts'
import { createGateway } from './gateway.ts'
import { limitConnections } from './limits/connection-limit.ts'
import { readRouteClaims } from './routing/route-claims.ts'
import { openRouteSource } from './routing/route-source.ts'

const info = { title: 'Workspace Platform', version: '1.0.0' }

export const gateway = defineService('gateway', {
  declaration,
  config: gatewayConfig,
  database: false,
  needsNats: false, // starts with the saved routes if NATS is down
  open: async ({ config, bus, verifier, rpc, clock, logger, metrics, use }) => {
    const identity = rpc(identityService)
    const file = join(config.dataDir, 'routes.json')
    const claims = readRouteClaims(config.routeClaims)
    const routes = await use(openRouteSource({ bus, file, claims, logger, metrics }))
    const opened = use(
      createGateway({
        settings: { ...config, maxConnections: limitConnections(config.maxConnections, descriptorLimit()) },
        routes,
        verifier,
        exchangeApiKey: (hash) => identity.exchangeApiKey({ hash }),
        origins: openOrigins(config),
        ownDocument: toOpenApi(routesOf(contract), info),
        info,
        clock,
        logger,
        metrics,
      }),
    )
    const hasRoutes = async () => routes.table().services.size > 0
    return { server: opened.server, onDrain: (ms) => opened.drain(ms), ready: hasRoutes }
  },
})

export { gateway as service }
