/** How a step of a migration is run. */
export type Step =
  /** All of it in one transaction. */
  | { readonly kind: 'together'; readonly sql: string }
  /** One `create index concurrently`, which no transaction may hold. */
  | { readonly kind: 'alone'; readonly sql: string; readonly index: string }
  /** One statement for each of so many parts, `$1` being which, each a transaction of its own. */
  | { readonly kind: 'parts'; readonly sql: string; readonly count: string }

export type MigrationFile = {
  readonly steps: readonly Step[]
  /** The checksums of earlier editions of the file: what was made by one of them is not made again. */
  readonly formerly: readonly string[]
}

const MARKER = /^-- step(?:: (alone|in parts of (.+)))?$/

/**
 * Reads a migration: lines `-- step`, `-- step: alone` and `-- step: in parts of <figure>` begin its steps, and
 * `-- formerly <sha256>` names an earlier edition (CONTRIBUTING.md, "Add a migration").
 */
export function readMigrationFile(text: string): MigrationFile {
  const steps: Step[] = []
  const formerly: string[] = []
  let marker: RegExpExecArray | null = null
  let lines: string[] = []
  const end = () => {
    const sql = lines.join('\n').trim()
    if (hasStatement(sql)) steps.push(toStep(sql, marker))
    lines = []
  }
  for (const line of text.split('\n')) {
    const edition = /^-- formerly ([0-9a-f]{64})$/.exec(line)
    const begun = MARKER.exec(line)
    if (edition?.[1] !== undefined) formerly.push(edition[1])
    else if (begun) {
      end()
      marker = begun
    } else lines.push(line)
  }
  end()
  return { steps, formerly }
}

/** Comments alone, as at the top of a file of steps, are none. */
const hasStatement = (sql: string) =>
  sql.split('\n').some((line) => line.trim() !== '' && !line.startsWith('--'))

function toStep(sql: string, marker: RegExpExecArray | null): Step {
  const [, how, count] = marker ?? []
  if (how === undefined) return { kind: 'together', sql }
  if (count !== undefined) return { kind: 'parts', sql, count }
  const index = /create (?:unique )?index concurrently (\w+)/.exec(sql)?.[1]
  if (index === undefined) throw new Error(`Not an index made concurrently:\n${sql}`)
  return { kind: 'alone', sql, index }
}
