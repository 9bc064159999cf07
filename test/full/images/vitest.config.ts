import { platformTests } from '@wp/testing/vitest'

/** For `npm run wp -- test images`: starts a platform whose NATS and database the containers use. */
export default platformTests({ needs: 'all' })
