import { platformTests } from '@wp/testing/vitest'

export default platformTests()
