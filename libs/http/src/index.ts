export { acceptsApiKeys, admin, open, signedIn, workspace } from './access.ts'
export {
  bodyLimitOf,
  defineRoute,
  failsOf,
  idempotencyOf,
  isRoute,
  needsSubscription,
  raw,
  errorsOf,
  routesOf,
  takesBody,
} from './route.ts'
export type { RateClass, Route } from './route.ts'
export { content, reply } from './reply.ts'
export { csvReply, prefersCsv } from './csv.ts'
export type { CsvColumns } from './csv.ts'
export { fileReply } from './file-reply.ts'
export { preferredType } from './preferred-type.ts'
export { fillHtml, Html, html } from './html.ts'
export { printReply } from './print-page.ts'
export type { Cookie } from './reply.ts'
export { handle, handleWith } from './handle.ts'
export type { BoundRoute, UploadedFile } from './handle.ts'
export { resource } from './resource.ts'
export { withDateRange } from './date-range.ts'
export { minorRange, totalRange, withTotalRange } from './total-range.ts'
export type { MinorRange } from './total-range.ts'
export type { WorkspaceDirectory, WorkspaceView } from './workspace-view.ts'
export { callerGone, createApp, toSpanOutcome } from './app.ts'
export { bearerToken } from './access-check.ts'
export { checkBodyType, hasBody, tooLarge } from './body.ts'
export { bodyParser } from './input.ts'
export { parseJson } from './json.ts'
export { uploadLimits } from './upload-budget.ts'
export { createMatcher } from './matcher.ts'
export type { Match, Matcher } from './matcher.ts'
export { expressApp } from './express-app.ts'
export { ErrorEnvelope, toFailure } from './failure.ts'
export { endWithReply } from './raw-reply.ts'
export { methodNotAllowed, noSuchPath } from './path-errors.ts'
export { matchesEtag } from './response.ts'
export { requestMeter } from './request-meter.ts'
export type { RequestMeter } from './request-meter.ts'
export * from './manifest.ts'
export { mayClaim } from './route-claims.ts'
export type { RouteClaims } from './route-claims.ts'
export type { PathParameter } from './path.ts'
export type { RequestBody, RequestQuery } from './request-types.ts'
export { toOpenApi } from './openapi.ts'
export type { WebhookDescription } from './openapi-webhooks.ts'
export type { OpenApiDocument, OpenApiInfo, OpenApiOperation, OpenApiParameter } from './openapi-document.ts'
export type { JsonSchema } from './openapi-schemas.ts'
export { mergeOpenApi } from './openapi-merge.ts'
