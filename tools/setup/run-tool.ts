import { SchemaRefusal } from '#backend/db/migrate.ts'
import { StartRefusal } from '#server/start-refusal.ts'

/** Runs one of the tools: a refusal is its one sentence and exit code 1, a defect its stack. */
export async function runTool(tool: () => Promise<number | void>): Promise<never> {
  try {
    process.exit((await tool()) ?? 0)
  } catch (error) {
    const expected = error instanceof StartRefusal || error instanceof SchemaRefusal
    process.stderr.write(`${expected ? error.message : describe(error)}\n`)
    process.exit(1)
  }
}

/** What a set-up is doing meanwhile goes to standard error, so that standard output is the result. */
export function say(line: string) {
  process.stderr.write(`${line}\n`)
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
