import { uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { newRole, newSalon } from './salon.ts'
import { withProxies } from './staff-scene.ts'

describe('a staff change in progress', () => {
  it('is not interrupted by the recovery job, and makes a second change return 409', async () => {
    const salon = await newSalon()
    const roleId = await newRole(salon)
    const scene = await withProxies(salon)
    try {
      const { staff } = (
        await scene.api.createStaff({ name: 'Mona', email: `${uniqueName('s')}@shop.example`, roleId })
      ).body
      await scene.staff.update(
        { id: staff.id },
        { step: 'changing', stepUntil: new Date(Date.now() + 25_000), wanted: '{}' },
      )
      await scene.runSteps()
      expect(await scene.staff.findOne({ id: staff.id })).toMatchObject({ step: 'changing' })
      const params = { staffId: staff.id }
      expect(await scene.api.updateStaff({ params, body: { email: 'x@shop.example' } })).toFailWith(
        409,
        'CONFLICT',
      )
      expect(await scene.api.deleteStaff({ params })).toFailWith(409, 'CONFLICT')
    } finally {
      await scene.stop()
    }
  })
})
