import { pngForm, type TestWorkspace } from '@wp/testing'
import * as storefront from '../src/contract.ts'

/** Creates the records that ids in the bodies of request examples name, by field. */
export const exampleRecords = {
  imageIds: async (workspace: TestWorkspace) =>
    (await workspace.use(storefront).createImage.raw({ body: pngForm() })).body.image.id,
}
