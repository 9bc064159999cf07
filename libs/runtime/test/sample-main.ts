import { runService } from '../src/index.ts'
import { sampleService } from './sample-service.ts'

await runService(sampleService().service)
