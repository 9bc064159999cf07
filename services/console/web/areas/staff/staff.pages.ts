export { MemberPage } from './member.page.tsx'
export { RolePage } from './role.page.tsx'
export { RolesPage } from './roles.page.tsx'
export { StaffPage } from './staff.page.tsx'
