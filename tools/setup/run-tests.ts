import { StartRefusal } from '#process/start-refusal.ts'
import { buildPortal } from './build.ts'
import { ensureChromium, ensureJapaneseFont } from './chromium.ts'
import { listenForEnd } from './end-request.ts'
import { root } from './root.ts'
import { runPart, type Outcome } from './run-part.ts'
import { Started } from './run-portal.ts'
import { runTool, say } from './run-tool.ts'
import { startTestDatabase } from './test-database.ts'
import type { Part } from './test-parts.ts'

/** Runs the parts, or those of them that the command names, so many side by side; ends with a summary in one line. */
export const runTests = (all: Part[], lanes: number) =>
  runTool(async () => {
    const end = listenForEnd()
    const broken = new AbortController()
    const stopped = AbortSignal.any([end, broken.signal])
    const started = new Started()
    try {
      const parts = choose(all, process.argv.slice(2))
      const preparing = prepare(parts, started)
      // Parts that need nothing of it run meanwhile.
      const running = runInLanes(parts, async (part) =>
        runPart(part, root, part.needs.length > 0 ? await preparing : {}, stopped),
      )
      running.catch(() => undefined)
      await preparing.catch(async (error: unknown) => {
        broken.abort()
        await running.catch(() => undefined)
        throw error
      })
      const outcomes = await running
      if (end.aborted) return 130
      const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
      const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
      process.stdout.write(`${passed} passed, ${failed} failed\n`)
      return failed === 0 ? 0 : 1
    } finally {
      await started.end()
    }

    /** All that the parts need. */
    async function prepare(parts: Part[], started: Started): Promise<Record<string, string>> {
      const needs = new Set(parts.flatMap((part) => part.needs))
      const environment: Record<string, string> = {}
      if (needs.has('browser')) {
        environment.CHROMIUM_PATH = ensureChromium(say)
        ensureJapaneseFont(say)
      }
      if (needs.has('build')) await buildPortal(root, say, end)
      // A server that somebody named is asked: another version, one that runs already.
      if (needs.has('database') && !end.aborted && process.env.TEST_DATABASE_URL === undefined) {
        const database = await startTestDatabase(root, say)
        started.add(database.stop)
        environment.TEST_DATABASE_URL = database.url
      }
      return environment
    }

    /** So many at a time, in their order; each is reported as it ends. */
    async function runInLanes(parts: Part[], run: (part: Part) => Promise<Outcome>) {
      const queue = [...parts]
      const outcomes: Outcome[] = []
      const lane = async () => {
        for (let part = queue.shift(); part && !stopped.aborted; part = queue.shift()) {
          const outcome = await run(part)
          outcomes.push(outcome)
          if (!stopped.aborted) print(outcome)
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
      return outcomes
    }
  })

function choose(parts: Part[], names: string[]): Part[] {
  const unknown = names.find((name) => !parts.some((part) => part.name === name))
  if (unknown) {
    const known = parts.map((part) => part.name).join(', ')
    throw new StartRefusal(`There is no part "${unknown}" of the tests; there are: ${known}.`)
  }
  return names.length === 0 ? parts : parts.filter((part) => names.includes(part.name))
}

function print({ name, passed, failed, atSecondTry, seconds, output }: Outcome) {
  if (failed > 0) process.stdout.write(`\n${output.trimEnd()}\n\n`)
  const word = failed > 0 ? 'FAILED' : 'ok'
  const time = `${seconds.toFixed(1)} s`.padStart(8)
  process.stdout.write(
    `${word.padEnd(6)} ${name.padEnd(10)} ${time}  ${passed} passed, ${failed} failed\n`,
  )
  for (const title of atSecondTry)
    process.stdout.write(`       passed only at the second try: ${title}\n`)
}
