import type { Id } from '@wp/kernel'

/** A stored member of staff who has joined, and whom no step is under way for. */
export const toStaffRecord = (id: Id, roleId: Id) => ({
  id,
  name: 'Mona',
  email: `${id}@shop.example`,
  roleId,
  phone: null,
  avatarUrl: null,
  workingHours: null,
  fieldValues: '[]',
  valueKeys: [],
  uniqueKeys: [id],
  isJoined: true,
  deletedAt: null,
  step: null,
  stepVersion: 0,
  actorId: null,
  stepUntil: null,
  wanted: null,
})
