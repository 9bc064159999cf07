export { rpcClient, type RpcClient, type RpcClientOptions } from './client.ts'
export { implement, rpcServer, type RpcCall, type RpcImplementation } from './server.ts'
