import { AppError } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { finish, importScenes, lines, timeoutMs } from './import-scene.ts'

const newScene = importScenes()

describe('openImports after failures', () => {
  it.each([
    ['has no rows', 'name,externalId\n', 'file must have at least one row'],
    ['has unknown columns', 'surname\nA\n', 'file cannot contain the column surname'],
    ['is empty', '', 'file must not be empty'],
    [
      'has too many rows',
      ['name', ...Array.from({ length: 50_001 }, () => 'A')].join('\n'),
      'at most 50000 rows',
    ],
  ])(
    'throws 422 for a file that %s, and leaves nothing behind',
    { timeout: 60_000 },
    async (_, text, message) => {
      const scene = newScene()
      await expect(scene.stage(text)).rejects.toThrow(message)
      expect(scene.saved).toEqual([])
      expect(await scene.countBatches()).toBe(0)
      await scene.start(lines(1))
      expect(await finish(scene)).toMatchObject({ status: 'done' })
    },
  )

  it('fails the job and removes the rows when the request ends before the import begins', async () => {
    const scene = newScene()
    await scene.stage(lines(3))
    const later = newScene({ workspaceId: scene.workspaceId, aheadMs: timeoutMs })
    await later.run()
    expect(later.last()).toMatchObject({
      status: 'failed',
      message: 'The import could not start; send the file again',
      sequence: 2,
    })
    expect(await scene.countBatches()).toBe(0)
    expect(await scene.list()).toEqual([])
    expect(await scene.start(lines(1))).toMatchObject({ message: '1 row' })
    expect(await finish(scene)).toMatchObject({
      status: 'done',
      message: '1 created, 0 updated, 0 refused of 1 row',
    })
  })

  it('starts no import when the job cannot be created', async () => {
    const scene = newScene()
    scene.state.jobError = new AppError('UNAVAILABLE', 'Storefront does not answer')
    await expect(scene.stage(lines(3))).rejects.toThrow('Storefront does not answer')
    scene.state.jobError = null
    await scene.run()
    expect(scene.last()).toMatchObject({ status: 'failed' })
    expect(await scene.countBatches()).toBe(0)
  })

  it('refuses to start an abandoned import', async () => {
    const scene = newScene()
    const staged = await scene.stage(lines(3))
    await newScene({ workspaceId: scene.workspaceId, aheadMs: timeoutMs }).run()
    await expect(scene.imports.begin(staged)).rejects.toThrow('The upload took too long; try again')
  })

  it('continues after a failed batch where the last transaction ended', async () => {
    const scene = newScene()
    await scene.start(lines(120))
    scene.state.beforeInsert = async () => {
      if (scene.written.length === 70) throw new Error('The database does not answer')
    }
    await scene.run()
    expect(await scene.list()).toHaveLength(50)
    const later = newScene({ workspaceId: scene.workspaceId, aheadMs: timeoutMs })
    expect(await finish(later)).toMatchObject({ meta: { created: 120, updated: 0, refused: 0 } })
    expect(later.written).toHaveLength(70)
    expect(await later.list()).toHaveLength(120)
  })

  it('finishes although the progress could not be reported, and reports the result until it is saved', async () => {
    const scene = newScene()
    await scene.start(lines(120))
    scene.state.jobError = new AppError('UNAVAILABLE', 'Storefront does not answer')
    await scene.run()
    expect(await scene.list()).toHaveLength(120)
    expect(scene.last()).toMatchObject({ status: 'pending' })
    const later = newScene({ workspaceId: scene.workspaceId, aheadMs: timeoutMs })
    expect(await finish(later)).toMatchObject({ status: 'done', meta: { created: 120 } })
  })

  it('does not touch an import that another process has taken over and ended', async () => {
    const scene = newScene()
    await scene.start(lines(3))
    const gate = Promise.withResolvers<void>()
    let isWaiting = false
    scene.state.beforeBatch = () => {
      isWaiting = true
      return gate.promise
    }
    const running = scene.run()
    await expect.poll(() => isWaiting).toBe(true)
    const later = newScene({ workspaceId: scene.workspaceId, aheadMs: timeoutMs })
    expect(await finish(later)).toMatchObject({ meta: { created: 3 } })
    gate.resolve()
    await running
    expect(await scene.listSteps()).toEqual([[null, null]])
    expect(scene.last()).toMatchObject({ status: 'pending' })
    expect(await scene.list()).toHaveLength(3)
  })

  it('gives up after 60 failures in a row', async () => {
    const scene = newScene()
    await scene.start(lines(1))
    const replicas = Array.from({ length: 60 }, (_, index) =>
      newScene({ workspaceId: scene.workspaceId, aheadMs: index * 17_000 }),
    )
    for (const replica of replicas) {
      expect(await scene.countBatches()).toBe(1)
      replica.state.insertError = new Error('A bug')
      await replica.run()
    }
    expect(replicas.at(-1)!.last()).toMatchObject({
      status: 'failed',
      message: 'The import stopped because of an internal error',
    })
    expect(await scene.countBatches()).toBe(0)
  })
})
