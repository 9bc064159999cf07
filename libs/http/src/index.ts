export * from './access.ts'
export {
  bodyLimitOf,
  defineRoute,
  idempotencyOf,
  impliedFails,
  isRoute,
  needsSubscription,
  raw,
  routesOf,
} from './route.ts'
export type {
  FailStatus,
  IdempotencyMode,
  InvalidPolicy,
  Method,
  RateClass,
  Raw,
  Route,
  Upload,
} from './route.ts'
export { content, reply } from './reply.ts'
export type { Content, Cookie, Reply, ReplyOf, ReplyOptions } from './reply.ts'
export { handle } from './handle.ts'
export type {
  BodyOf,
  BoundRoute,
  GuardRequest,
  ParamsOf,
  QueryOf,
  RouteRequest,
  UploadedFile,
} from './handle.ts'
export * from './resources.ts'
export { withDateRange } from './date-range.ts'
export * from './workspace-view.ts'
export { createApp } from './app.ts'
export type { App, AppOptions } from './app.ts'
export { bearerToken } from './access-check.ts'
export { hasBody } from './body.ts'
export { createMatcher } from './matcher.ts'
export type { Match, Matcher } from './matcher.ts'
export { expressApp } from './express-app.ts'
export type { ServerClasses } from './express-app.ts'
export { ErrorEnvelope, toFailure } from './failure.ts'
export type { Failure } from './failure.ts'
export { requestMeter } from './request-meter.ts'
export * from './manifest.ts'
export { callRoute, createClient } from './client.ts'
export type {
  CallOf,
  Client,
  ClientOptions,
  RawCall,
  RequestBody,
  RequestQuery,
  Result,
  ResultOf,
} from './client.ts'
export { openApiOf } from './openapi.ts'
export type {
  OpenApiDocument,
  OpenApiInfo,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
} from './openapi.ts'
export { mergeOpenApi } from './openapi-merge.ts'
export { findBreakingChanges } from './breaking-changes.ts'
export type { BreakingChange } from './breaking-changes.ts'
