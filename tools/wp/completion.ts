import { join } from 'node:path'
import completions from '@bomb.sh/tab'
import { root } from '../root.ts'

export type Shell = 'bash' | 'zsh' | 'fish' | 'powershell'

const setup = join(root, 'tools/setup/with-setup.sh')
const main = join(root, 'tools/wp/main.ts')

const definitions: Record<Shell, string> = {
  bash: `wp() { sh '${setup}' node tools/wp/main.ts "$@"; }`,
  zsh: `wp() { sh '${setup}' node tools/wp/main.ts "$@"; }`,
  fish: `function wp; sh '${setup}' node tools/wp/main.ts $argv; end`,
  powershell: `function wp { npm run --silent --prefix '${root}' wp -- @args }`,
}

/**
 * Prints a shell script that defines `wp` and completes its commands. Completion skips the setup to stay
 * fast.
 */
export const printCompletion = (shell: Shell): void => {
  console.log(definitions[shell])
  completions.setup('wp', `'${process.execPath}' '${main}'`, shell)
}
