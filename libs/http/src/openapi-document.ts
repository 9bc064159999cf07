import type { DeclaredError } from '@wp/kernel'
import type { JsonSchema } from './openapi-schemas.ts'

export type OpenApiInfo = { readonly title: string; readonly version: string; readonly description?: string }

export type OpenApiOperation = {
  operationId: string
  summary: string
  description?: string
  tags?: string[]
  deprecated?: boolean
  security: Record<string, string[]>[]
  parameters?: OpenApiParameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema; example?: unknown }> }
  responses: Record<string, OpenApiResponse>
  servers?: { url: string }[]
  'x-access': string
  /** Error codes by status. */
  'x-error-codes'?: Record<string, string[]>
  /** The service that serves the route. */
  'x-service'?: string
  'x-sunset'?: string
  'x-successor'?: string
}
/** A request that the platform sends. */
export type OpenApiWebhook = Omit<
  OpenApiOperation,
  'x-access' | 'x-error-codes' | 'x-service' | 'requestBody'
> & {
  requestBody: {
    required: true
    content: Record<string, { schema: JsonSchema; example?: unknown }>
  }
}
export type OpenApiParameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}
export type OpenApiResponse =
  | {
      description: string
      headers?: Record<string, { $ref: string }>
      content?: Record<string, { schema: JsonSchema; example?: unknown }>
    }
  | { $ref: string; description?: string }
export type OpenApiHeader = { description: string; schema: JsonSchema }

/** The parts of an OpenAPI 3.1 document that the platform uses. */
export type OpenApiDocument = {
  openapi: '3.1.0'
  info: {
    title: string
    version: string
    description?: string
    contact?: { name: string }
    license?: { name: string; identifier: string }
  }
  servers: { url: string; description?: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  webhooks?: Record<string, { post: OpenApiWebhook }>
  /** The error codes that services declare. */
  'x-errors'?: Record<string, DeclaredError>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, OpenApiResponse>
    headers: Record<string, OpenApiHeader>
    securitySchemes: Record<string, object>
  }
}
