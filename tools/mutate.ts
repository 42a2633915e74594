// npm run mutate [-- src/domain/billing …]: changes one place of the rules at a time and runs the domain's tests; names
// every change that no test noticed. What is known to change nothing is explained in docs/mutation.md.
import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listenForEnd } from './setup/end-request.ts'
import { mutantsOf, type Mutant } from './setup/mutants.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'

const WORKERS = 2
const tests = ['src/domain/billing/', 'src/domain/catalogue/', 'src/domain/money.test.ts']

type Change = Mutant & { readonly file: string }

await runTool(async () => {
  const end = listenForEnd()
  const folders =
    process.argv.length > 2 ? process.argv.slice(2) : ['src/domain/billing', 'src/domain/catalogue']
  const queue = folders.flatMap(changesOf)
  const inAll = queue.length
  say(`${inAll} changes`)
  const survivors: Change[] = []
  const worker = async () => {
    const copy = copyOfProject()
    try {
      if (!(await passes(copy, end))) throw new Error('The tests fail without any change.')
      for (let change = queue.shift(); change && !end.aborted; change = queue.shift()) {
        const path = join(copy, change.file)
        const source = readFileSync(path, 'utf8')
        writeFileSync(path, change.text)
        if (await passes(copy, end)) {
          survivors.push(change)
          process.stdout.write(
            `survived ${change.file}:${change.line} ${change.from} → ${change.to}\n`,
          )
        }
        writeFileSync(path, source)
        if (queue.length % 50 === 0) say(`${inAll - queue.length} of ${inAll}`)
      }
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, worker))
  process.stdout.write(`${inAll - survivors.length} noticed, ${survivors.length} survived\n`)
  return 0
})

/** Of a folder's files, or of one file. */
function changesOf(named: string): Change[] {
  const files = named.endsWith('.ts')
    ? [named]
    : readdirSync(join(root, named))
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .map((name) => join(named, name))
  return files.flatMap((file) =>
    mutantsOf(readFileSync(join(root, file), 'utf8')).map((one) => ({ ...one, file })),
  )
}

function copyOfProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'mutate-'))
  for (const name of ['src', 'demo', 'tests', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** A change that makes a test run for ever is noticed too. */
function passes(copy: string, end: AbortSignal): Promise<boolean> {
  const program = join(root, 'node_modules', '.bin', 'vitest')
  const words = ['run', '--project', 'unit', '--bail', '1', '--reporter', 'dot', ...tests]
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: copy,
      stdio: 'ignore',
      timeout: 60_000,
      signal: end,
    })
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}
