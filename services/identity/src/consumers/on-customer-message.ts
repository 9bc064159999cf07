import { defineConsumer } from '@wp/bus'
import { defineCustomerMessage } from '@wp/workspaces'
import { sendCustomerMessage } from '../customer-messages/customer-message.actions.ts'
import type { IdentityDeps } from '../deps.ts'

const services = ['scheduling', 'storefront', 'pos', 'labs'] as const

/** Sends messages to customers of a workspace when another service requests it. */
export const onCustomerMessage = (deps: IdentityDeps) =>
  defineConsumer({
    name: 'on-customer-message',
    events: services.map((service) => defineCustomerMessage(service)),
    handle: async ({ workspaceId, data }) => {
      if (workspaceId) await sendCustomerMessage(deps, workspaceId, data)
    },
    inBatches: true,
  })
