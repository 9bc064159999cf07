import { mergeConfig } from 'vitest/config'
import base from '/tmp/wt/minutes/vitest.config.ts'
export default mergeConfig(base, { root: '/tmp/wt/minutes', test: { setupFiles: ['/tmp/wt/minutes/test/zz-cpu-setup.ts'] } })
