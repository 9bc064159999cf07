export { ServiceDeclaration } from './declaration.ts'
export { credentialFiles, openReloadingFile } from './files.ts'
export { openCallerCheck, openServiceTokens, rejectionReasons } from './service-tokens.ts'
export type { CallerCheck, Rejection, ServiceTokens } from './service-tokens.ts'
