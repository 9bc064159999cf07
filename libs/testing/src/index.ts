export { apiOf, type Api, type ApiReply } from './api.ts'
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
export { readStatuses } from './status-log.ts'
export { verifyReply } from './verify-reply.ts'
import './matchers.ts'
export { inProcess, type InProcess } from './in-process.ts'
export { asAdmin, asStaff, base64url, claimsOf, signingKey, signToken, type Claims } from './tokens.ts'
