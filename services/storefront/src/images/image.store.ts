import type { Id, PageQuery } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'

/** The position of one size within the stored file. */
export type Rendition = { width: string; start: number; sizeBytes: number }

type ImageRecord = {
  workspaceId: Id
  width: number
  height: number
  /** The sizes are stored one after another in one file, so that they are stored and removed together. */
  renditions: Rendition[]
  sizeBytes: number
  /** Incremented by transactions that refer to the image, so that they conflict with its deletion. */
  locks: number
}
export type NewImage = Omit<ImageRecord, 'workspaceId' | 'locks'> & { id: Id }
export type StoredImage = TenantDoc<ImageRecord>

export const imageCollection = collection<ImageRecord>(
  'images',
  'Image',
  { width: Number, height: Number, renditions: [Object], sizeBytes: Number, locks: Number },
  [{ keys: { workspaceId: 1, createdAt: -1, _id: -1 } }], // list
  { onePer: 'image; limited by the storage quota' },
)

export const imageStore = (db: Database) => {
  const images = db.tenant(imageCollection)
  // Public URLs contain only the id of the image.
  const allImages = db.global(imageCollection)
  return {
    list: (workspaceId: Id, query: PageQuery) => images(workspaceId).page({ filter: {}, query }),
    insert: (workspaceId: Id, image: NewImage) => images(workspaceId).insert({ ...image, locks: 0 }),
    getPublic: (id: Id) => allImages().get({ id }),
    /** Returns null when the workspace has no such image. */
    lockIf: (workspaceId: Id, id: Id) => {
      db.requireTransaction()
      return images(workspaceId).updateIf({ id }, { $inc: { locks: 1 } }, { keepsUpdatedAt: true })
    },
    remove: (workspaceId: Id, id: Id) => images(workspaceId).remove({ id }),
  }
}
