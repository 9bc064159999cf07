export { ServiceDeclaration } from './declaration.ts'
export { credentialFiles, followFile } from './files.ts'
export { openCallerCheck, openServiceTokens } from './service-tokens.ts'
export type { CallerCheck, Refusal, ServiceTokens } from './service-tokens.ts'
