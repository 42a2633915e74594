import { visibleLines } from '#protocol/primitives.ts'

/**
 * Writes for a person at a terminal. What a member or another system wrote may be part of the line, also from before its
 * schema took such things out: nothing in it may move the cursor, clear the screen or turn the direction.
 */
export function print(line: string): void {
  process.stdout.write(`${visibleLines(line)}\n`)
}
