export * from './access.ts'
export {
  defineRoute,
  isRoute,
  raw,
  bodyLimitOf,
  idempotencyOf,
  needsSubscription,
  impliedFails,
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
export type { WorkspaceDirectory, WorkspaceView } from './workspace-view.ts'
