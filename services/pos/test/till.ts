import type { RequestBody } from '@wp/http'
import * as identity from '@wp/identity/contract'
import { eventually, newWorkspace, platform, uniqueName } from '@wp/testing'
import type { Api, TestWorkspace } from '@wp/testing'
import { expect } from 'vitest'
import * as contract from '../src/contract.ts'

export type PosApi = Api<typeof contract, 'workspaceId'>
type Till = { api: PosApi; sessionId: string }

/** Creates a workspace with an open till. */
export const newTill = async ({
  openingFloat = 100,
  settings,
}: {
  openingFloat?: number
  settings?: RequestBody<typeof identity.updateWorkspace>['settings']
} = {}) => {
  const workspace = await newWorkspace(contract)
  if (settings) await workspace.use(identity).updateWorkspace({ settings })
  const { currencyCode = 'USD' } = settings ?? {}
  const session = await eventually(async () => {
    const { body } = await workspace.api.openTillSession({ register: uniqueName('r'), openingFloat })
    expect(body.session.currencyCode).toBe(currencyCode) // pos has received the new settings
    return body.session
  })
  return { ...workspace, sessionId: session.id }
}

export const vase = { name: 'Vase', quantity: 2, unitPrice: 12.5 }

/** Creates a draft: two vases for 25 in total, unless other items are given. */
export const newInvoice = async (
  { api, sessionId }: Till,
  fields: Partial<RequestBody<typeof contract.createInvoice>> = {},
) => (await api.createInvoice({ sessionId, items: [vase], ...fields })).body.invoice

/** Creates and finalizes an invoice. */
export const newFinalizedInvoice = async (till: Till, fields?: Parameters<typeof newInvoice>[1]) => {
  const { id } = await newInvoice(till, fields)
  const { status, body } = await till.api.finalizeInvoice({ params: { invoiceId: id } })
  if (status !== 200) throw new Error(`Failed to finalize the invoice: ${JSON.stringify(body)}`)
  return body.invoice
}

/**
 * Creates a client or service in scheduling without importing its contract, which would be circular because
 * scheduling depends on pos.
 */
export const newAtScheduling = async (
  { workspaceId, token }: Pick<TestWorkspace, 'workspaceId' | 'token'>,
  noun: 'client' | 'service',
  fields: object,
): Promise<{ id: string }> => {
  const reply = await fetch(`${platform().gatewayUrl}/v1/workspace/${workspaceId}/${noun}s`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(fields),
  })
  return ((await reply.json()) as Record<typeof noun, { id: string }>)[noun]
}

export const unknownId = 'f'.repeat(24)

/** Returns the body of a reply that is not JSON. */
export const textOf = ({ body }: { body: unknown }): string => {
  if (typeof body !== 'string') throw new TypeError(`The body is not text: ${JSON.stringify(body)}`)
  return body
}
