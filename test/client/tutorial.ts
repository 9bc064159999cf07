import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@wp/local-platform'

export type Step = { title: string; command: string; output: string }

/** Reads the steps of docs/tutorial.md. Each heading has a command and its output. */
export const tutorialSteps = (): Step[] => {
  const text = readFileSync(join(repositoryRoot, 'docs/tutorial.md'), 'utf8')
  const pattern = /^## (\d+\. .*?)$(?:(?!^## ).)*?^```sh\n(.*?)^```$(?:(?!^## ).)*?^```text\n(.*?)^```$/gms
  return [...text.matchAll(pattern)].map(([, title, command, output]) => ({
    title: title!,
    command: command!,
    output: output!,
  }))
}
