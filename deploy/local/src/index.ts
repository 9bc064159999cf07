export { startPlatform, type Platform, type PlatformOptions, type RunningInstance } from './platform.ts'
export { installPackage } from './nats.ts'
export { allServices, localBootstrapToken, repositoryRoot } from './services.ts'
export { watchSources } from './watch-sources.ts'
