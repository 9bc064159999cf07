import { collection } from '../src/index.ts'

export type Thing = {
  name: string
  code: string | null
  rank: number | null
  tags: string[]
  parts: { label: string }[]
  place: { city: string | null } | null
  remarks?: string[]
}
export const things = collection<Thing>(
  'things',
  'Thing',
  {
    name: String,
    code: String,
    rank: Number,
    tags: [String],
    parts: [{ label: String }],
    place: { city: String },
    remarks: [String],
  },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } },
    { keys: { workspaceId: 1, rank: 1, _id: 1 } },
    { keys: { workspaceId: 1, tags: 1 } },
    { keys: { workspaceId: 1, code: 1 }, unique: true, partial: { code: { $type: 'string' } } },
  ],
)
export const settings = collection<{ value: string }>('settings', 'Setting', { value: String })

/** Returns a thing with some fields changed. */
export const thing = (over: Partial<Thing> = {}): Thing => ({
  name: 'a',
  code: null,
  rank: null,
  tags: [],
  parts: [],
  place: null,
  ...over,
})
