import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const programs = join(import.meta.dirname, 'programs')

/** A program of ours in a process of its own; it is killed at the end of the test if it still runs. */
export function runProgram(
  name: string,
  words: string[],
  environment: Record<string, string | undefined> = {},
) {
  const env = { ...process.env, DATABASE_URL: undefined, ...environment }
  const child = spawn(process.execPath, [join(programs, name), ...words], { env, stdio: 'pipe' })
  let output = ''
  let complaints = ''
  let heard = () => {}
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString()
    heard()
  })
  child.stderr.on('data', (part: Buffer) => (complaints += part.toString()))
  const ended = new Promise<{ code: number | null; output: string; complaints: string }>(
    (resolve) => {
      child.once('close', (code) => resolve({ code, output, complaints }))
    },
  )
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  /** The first match in what the program says; fails when it ends without having said it. */
  const says = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      heard = () => {
        const match = pattern.exec(output)
        if (match) resolve(match)
      }
      heard()
      void ended.then(() => reject(new Error(`It ended before it said ${pattern}: ${complaints}`)))
    })
  return { pid: child.pid ?? 0, says, ended, kill: (signal: NodeJS.Signals) => child.kill(signal) }
}
