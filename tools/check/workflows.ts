import { globSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'

/**
 * Loads GitHub's own validator of workflows. It imports JSON the way bundlers allow, so Node needs the type.
 */
const loadValidator = async () => {
  const hooks = registerHooks({
    load: (url, context, next) =>
      next(
        url,
        url.includes('/@actions/') && url.endsWith('.json')
          ? { ...context, importAttributes: { type: 'json' } }
          : context,
      ),
  })
  try {
    const { validate } = await import('@actions/languageservice')
    const { TextDocument } = await import('vscode-languageserver-textdocument')
    return (file: string, text: string) =>
      validate(TextDocument.create(`file:///${file}`, 'yaml', 0, text), {})
  } finally {
    hooks.deregister()
  }
}

/** Returns the problems of workflows: unknown keys, jobs and variables, and invalid expressions. */
export const workflowFaults = async (files: readonly { file: string; text: string }[]): Promise<string[]> => {
  const validate = await loadValidator()
  const faults = await Promise.all(
    files.map(async ({ file, text }) =>
      (await validate(file, text)).map(
        ({ range, message }) =>
          `${file}:${range.start.line + 1} ${typeof message === 'string' ? message : message.value}`,
      ),
    ),
  )
  return faults.flat()
}

/** Returns the problems of the workflows in `.github/workflows`. */
export const workflowProblems = (root: string): Promise<string[]> =>
  workflowFaults(
    globSync('.github/workflows/*.{yaml,yml}', { cwd: root })
      .toSorted()
      .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') })),
  )
