import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Part } from './test-parts.ts'
import { countTests, type Count } from './test-report.ts'

export type Outcome = Count & { name: string; seconds: number; output: string }

/** Runs one part to its end; its output is kept for the case that it fails. */
export async function runPart(
  part: Part,
  root: string,
  environment: Record<string, string>,
  end: AbortSignal,
): Promise<Outcome> {
  const began = performance.now()
  const reportFile = join(root, 'reports', `${part.name}.json`)
  mkdirSync(join(root, 'reports'), { recursive: true })
  rmSync(reportFile, { force: true })
  const env = {
    ...process.env,
    ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { FORCE_COLOR: undefined, NO_COLOR: '1' }),
    ...environment,
    ...part.environment,
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
  }
  let output = ''
  let endedWell = true
  for (const [program = '', ...words] of part.commands) {
    if (!endedWell || end.aborted) break
    const extra = part.report === 'vitest' ? [`--outputFile.json=${reportFile}`] : []
    const command = [programPath(root, program), ...words, ...extra]
    endedWell = await run(command, root, env, end, (text) => (output += text))
  }
  const report = existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : undefined
  const count = countTests(part.report, report, endedWell)
  return { ...count, name: part.name, seconds: (performance.now() - began) / 1000, output }
}

function programPath(root: string, program: string): string {
  return program === 'node' ? process.execPath : join(root, 'node_modules', '.bin', program)
}

/** In a process group of its own, so that the end takes its children along (browsers, servers). */
function run(
  [program = '', ...words]: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  end: AbortSignal,
  onOutput: (text: string) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const stdio = ['ignore' as const, 'pipe' as const, 'pipe' as const]
    const child = spawn(program, words, { cwd, env, stdio, detached: true })
    const stop = () => endGroup(child.pid)
    end.addEventListener('abort', stop, { once: true })
    child.stdout?.on('data', (part: Buffer) => onOutput(part.toString()))
    child.stderr?.on('data', (part: Buffer) => onOutput(part.toString()))
    child.once('error', (error) => {
      onOutput(error.message)
      resolve(false)
    })
    child.once('close', (code) => {
      end.removeEventListener('abort', stop)
      resolve(code === 0)
    })
  })
}

function endGroup(pid: number | undefined) {
  try {
    if (pid) process.kill(-pid, 'SIGTERM')
  } catch {
    return
  }
}
