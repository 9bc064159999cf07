import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

describe('makeScratchFolder', () => {
  it('removes the folder when the process exits', () => {
    const program = `
    import { existsSync, writeFileSync } from 'node:fs'
    import { makeScratchFolder } from '${join(import.meta.dirname, 'scratch.ts')}'
    const folder = makeScratchFolder()
    writeFileSync(folder + '/left-behind', '')
    console.log(JSON.stringify({ folder, wasThere: existsSync(folder) }))`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    })
    const { folder, wasThere } = JSON.parse(output) as { folder: string; wasThere: boolean }
    expect(wasThere).toBe(true)
    expect(existsSync(folder)).toBe(false)
  })
})
