export { rpcClient, type CallOptions, type RpcClient, type RpcClientOptions } from './client.ts'
export {
  implement,
  rpcServer,
  type RpcCall,
  type RpcImplementation,
  type RpcServer,
  type RpcServerOptions,
} from './server.ts'
export { RpcFailure } from './errors.ts'
export type { BreakerOptions } from './breaker.ts'
