import type { Id } from '@wp/kernel'

/** Returns a stored staff member who has joined and has no step in progress. */
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
