import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test as base } from './fixtures.ts'

type Fault = 'down' | 'slow' | 'silent' | 'huge' | 'malformed' | 'off'

type Facts = { url: string; platform: string; secret: string; token: string }

export type Outside = Facts & {
  /** Makes the provider's stand-in misbehave at a path, until `off`. */
  fault: (mode: Fault, target?: string, delayMs?: number) => Promise<void>
  /** So much later by the clock of the portal's caches. */
  advance: (ms: number) => Promise<void>
  /** What the log and the error reporter have sent. */
  sink: () => Promise<Sink>
}

export type Sink = { logs: number; events: number; lastLog: unknown; lastEvent: string | null }

/** Tests against a portal of their own, whose provider may fail (outside-portal.ts). */
export const test = base.extend<{ mend: void }, { program: string; outside: Outside }>({
  program: ['outside-portal.ts', { option: true, scope: 'worker' }],
  outside: [
    async ({ program }, use) => {
      const file = join(import.meta.dirname, program)
      const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
      const lines = createInterface({ input: child.stdout })
      const answers = lines[Symbol.asyncIterator]()
      const says = async (word: string): Promise<string> => {
        for (;;) {
          const { value, done } = await answers.next()
          if (done) throw new Error(`the portal ended before it said ${word}`)
          if (value.startsWith(`${word} `)) return value.slice(word.length + 1)
        }
      }
      const facts: Facts = JSON.parse(await says('ready'))
      const fault = async (mode: Fault, target = '/', delayMs?: number) => {
        const answer = await fetch(`${facts.platform}/__faults`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ mode, target, delayMs }),
        })
        if (!answer.ok) throw new Error(await answer.text())
      }
      await use({
        ...facts,
        fault,
        async advance(ms) {
          child.stdin.write(`advance ${ms}\n`)
          await says('advanced')
        },
        sink: async () => (await fetch(`${facts.platform}/__sink`)).json(),
      })
      const ended = once(child, 'close')
      child.kill('SIGTERM')
      await ended
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ outside }, use) => use(outside.url),
  // Whatever a test broke is whole again for the next.
  mend: [
    async ({ outside }, use) => {
      await use()
      await outside.fault('off')
    },
    { auto: true },
  ],
})
