// An ambient declaration cannot be imported.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="jsdom.d.ts" />
export { clockOf } from './clock.ts'
export { apiOf, type Api, type ApiReply } from './api.ts'
export { forgetReply, listEvents, openTestDatabase } from './database.ts'
export { databaseProxy } from './database-proxy.ts'
export { eventually } from './eventually.ts'
export {
  adminApi,
  adminToken,
  newSignup,
  newStaff,
  newWorkspace,
  uniqueName,
  visitorApi,
  type TestWorkspace,
} from './people.ts'
export { encodedPngForm, png, pngForm } from './png-forms.ts'
export { textForm } from './text-forms.ts'
export { platform, rpcOf, type TestPlatform } from './platform.ts'
export { cheapHashing, generousLimits, longDeadlines, toTestPlatform } from './platform-server.ts'
export { startReplica } from './replica.ts'
export { startReplicaPair } from './replica-pair.ts'
export { definitionOf } from './service-definition.ts'
export { tokensOf } from './service-identity.ts'
export { s3Keys, startS3Server } from './s3-server.ts'
export { readStatuses } from './status-log.ts'
export { tcpProxy } from './tcp-proxy.ts'
export { verifyReply } from './verify-reply.ts'
export { jobContext } from './job-context.ts'
export { memoize } from './memoize.ts'
import './matchers.ts'
export { inProcess, type InProcess } from './in-process.ts'
export {
  base64url,
  claimsOf,
  signAdminToken,
  signingKey,
  signStaffToken,
  signToken,
  type Claims,
} from './tokens.ts'
export { conflictsOf, readMetrics } from './metrics.ts'
