import { readFileSync } from 'node:fs'

// By the package's own name for it: the built server lies elsewhere.
const root = new URL(
  '../schema.sql',
  import.meta.resolve('#backend/db/migrations/0001_operation.sql'),
)

/** Today's schema with its notes of all migrations, for an empty database: the files of docs/decisions/089 in their order. */
export function readFreshSchema(): string {
  return readFileSync(root, 'utf8').replaceAll(/^\\ir (\S+)$/gm, (_, file: string) =>
    readFileSync(new URL(file, root), 'utf8'),
  )
}
