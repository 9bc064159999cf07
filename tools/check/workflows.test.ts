import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../root.ts'
import { createProgram } from '../wp/program.ts'
import { workflowFaults, workflowProblems } from './workflows.ts'

describe('workflowFaults', () => {
  it('finds unknown keys, jobs, steps and variables', async () => {
    const text = `name: Test
on: push
permisions: {}
jobs:
  first:
    runs-on: ubuntu-24.04
    steps:
      - id: list
        run: echo "\${{ steps.lost.outputs.names }}"
      - run: echo "\${{ vers.NAME }}"
  second:
    needs: [third]
    runs-on: ubuntu-24.04
    steps:
      - run: echo
`
    expect(await workflowFaults([{ file: 'test.yaml', text }])).toEqual(
      expect.arrayContaining([
        "test.yaml:3 Unexpected value 'permisions'",
        'test.yaml:9 Context access might be invalid: lost',
        "test.yaml:10 Unrecognized named-value: 'vers'",
        "test.yaml:12 Job 'second' depends on unknown job 'third'.",
      ]),
    )
  })
})

describe('.github/workflows', () => {
  type Step = { run?: string; uses?: string; with?: { file?: string } }
  type Workflow = { jobs: Record<string, { uses?: string; steps?: Step[] }> }
  const workflows = globSync('.github/workflows/*.yaml', { cwd: root }).map(
    (file) => parse(readFileSync(join(root, file), 'utf8')) as Workflow,
  )
  const jobs = workflows.flatMap((workflow) => Object.values(workflow.jobs))
  const steps = jobs.flatMap((job) => job.steps ?? [])
  const lines = steps.flatMap(({ run = '' }) => run.split('\n')).map((line) => line.trim())

  it('has no problems', async () => {
    expect(workflows.length).toBeGreaterThan(2)
    expect(await workflowProblems(root)).toEqual([])
  })

  it('runs all checks and tests by the same command as other machines', () => {
    expect(lines).toContain('.ci/run')
    expect(lines.filter((line) => /^(npx )?(vitest|tsc|oxlint)|npm (run )?(test|check)/.test(line))).toEqual(
      [],
    )
  })

  it('calls only commands, scripts and files that exist', () => {
    const commands = lines.flatMap(
      (line) => /npm run (?:--silent )?wp -- (\S+) (\S+)/.exec(line)?.slice(1) ?? [],
    )
    const program = createProgram()
    expect(commands.length).toBeGreaterThan(0)
    for (let at = 0; at < commands.length; at += 2) {
      const found = program.commands.find((each) => each.name() === commands[at])
      expect(found?.commands.map((each) => each.name())).toContain(commands[at + 1])
    }
    const [, script, folder] = /npm run (\S+) -w (\S+)/.exec(lines.join('\n'))!
    const { scripts } = JSON.parse(readFileSync(join(root, folder!, 'package.json'), 'utf8')) as {
      scripts: object
    }
    expect(Object.keys(scripts)).toContain(script)
    const files = [
      ...jobs.flatMap(({ uses }) => uses ?? []),
      ...steps.flatMap((step) => step.with?.file ?? []),
    ]
    expect(files.length).toBeGreaterThan(2)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})
