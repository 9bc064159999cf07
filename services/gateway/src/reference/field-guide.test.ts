import { defineRoute, resource, toOpenApi, workspace } from '@wp/http'
import { IdString, pageQuery, Pagination } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { describeFields } from './field-guide.ts'

type Schema = { description?: string; properties?: Record<string, Schema>; oneOf?: Schema[] }

const Order = resource('FieldGuideOrder', {
  workspaceId: IdString,
  total: z.number().describe('Sum of the order'),
  customer: z.object({ name: z.string() }),
  staffId: IdString,
  staffName: z.string().nullable(),
})

const listOrders = defineRoute({
  id: 'listOrders',
  method: 'GET',
  path: '/workspace/:workspaceId/orders/:orderId',
  summary: 'List orders',
  access: workspace('member'),
  query: pageQuery,
  replies: { 200: z.object({ orders: z.array(Order), pagination: Pagination }) },
  fails: [401, 403, 404],
})

const document = describeFields(toOpenApi([listOrders], { title: 'Test', version: '1' }))
const { properties } = document.components.schemas['FieldGuideOrder'] as Required<Schema>

describe('describeFields', () => {
  it('describes fields by name and inserts the record', () => {
    expect(properties['createdAt']!.description).toBe('When the field guide order was created (UTC)')
    expect(properties['workspaceId']!.description).toContain('the field guide order belongs to')
  })

  it('keeps descriptions of the contract and prefers those with an owner', () => {
    expect(properties['total']!.description).toBe('Sum of the order')
    expect(properties['customer']!.properties!['name']!.description).toBe('Name of the customer')
    const { oneOf } = document.components.schemas['Pagination'] as Required<Schema>
    expect(oneOf[0]!.properties!['total']!.description).toBe('Number of records in the whole list')
  })

  it('explains null only for fields that can be null', () => {
    expect(properties['staffId']!.description).toBe('Id of the staff member')
    expect(properties['staffName']!.description).toBe('Name of the staff member; null if unassigned')
  })

  it('describes records in replies and parameters', () => {
    const { parameters, responses } = document.paths['/workspace/{workspaceId}/orders/{orderId}']!['get']!
    expect(parameters!.map(({ description }) => description).slice(0, 2)).toEqual([
      'Id of the workspace',
      'Id of the order',
    ])
    const { content } = responses['200'] as { content: Record<string, { schema: Schema }> }
    expect(content['application/json']!.schema.properties!['orders']!.description).toBe('The orders')
  })
})
