export { apiOf, type Api, type ApiReply, type Call, type Contract } from './api.ts'
export { eventually } from './eventually.ts'
export {
  adminApi,
  adminToken,
  newSignup,
  newStaff,
  newWorkspace,
  uniqueName,
  visitorApi,
  type TestStaff,
  type TestWorkspace,
} from './people.ts'
export { connectPlatform, platform, type TestPlatform } from './platform.ts'
export { pathOf, send, verifyReply, type Caller, type Parts, type Sent } from './send.ts'
export { readStatuses, recordStatus } from './status-log.ts'
import './matchers.ts'
export { inProcess, type InProcess } from './in-process.ts'
export { asAdmin, asStaff, base64url, claimsOf, signingKey, signToken, type Claims } from './tokens.ts'
