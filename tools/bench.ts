// npm run bench [-- name …]: speed against an anchor measured in the same run. Without names every benchmark of bench/.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { StartRefusal } from '#process/start-refusal.ts'
import { isMet, type Row } from '../bench/row.ts'
import { buildPortal } from './setup/build.ts'
import { listenForEnd } from './setup/end-request.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'
import { startTestDatabase } from './setup/test-database.ts'

/** As docs/operations.md sizes PostgreSQL for many contracts: what an hour touches stays in memory. */
const sized = { shared_buffers: '4GB', max_wal_size: '8GB', checkpoint_timeout: '15min' }

await runTool(async () => {
  const end = listenForEnd()
  const known = benchmarks()
  const names = process.argv.slice(2)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown)
    throw new StartRefusal(`There is no benchmark "${unknown}"; there are: ${known.join(', ')}.`)
  await buildPortal(root, say, end)
  const database = await startTestDatabase(root, say, { settings: sized, onDisk: true })
  process.env['BENCH_DATABASE_URL'] = database.url
  process.env['TEST_DATABASE_URL'] = database.url
  try {
    for (const name of names.length > 0 ? names : known) {
      if (end.aborted) return 130
      say(`Benchmark ${name}`)
      for (const row of await rowsOf(name)) print(row)
    }
  } finally {
    await database.stop()
  }
})

/** The files of bench/ that can be run; the others help them. */
function benchmarks(): string[] {
  return readdirSync(join(root, 'bench'))
    .filter((file) => file.endsWith('.ts'))
    .filter((file) =>
      /^export async function run\(/m.test(readFileSync(join(root, 'bench', file), 'utf8')),
    )
    .map((file) => file.slice(0, -'.ts'.length))
}

async function rowsOf(name: string): Promise<Row[]> {
  const module: unknown = await import(pathToFileURL(join(root, 'bench', `${name}.ts`)).href)
  if (!isBenchmark(module)) throw new Error(`bench/${name}.ts exports no run()`)
  return module.run()
}

function isBenchmark(module: unknown): module is { run: () => Promise<Row[]> } {
  return typeof module === 'object' && module !== null && 'run' in module
}

function print(row: Row) {
  const met = isMet(row)
  const wanted = row.wanted
    ? 'atLeast' in row.wanted
      ? `≥ ${row.wanted.atLeast}`
      : `≤ ${row.wanted.atMost}`
    : ''
  const word = met === undefined ? '      ' : met ? 'ok    ' : 'MISSED'
  const unit = row.unit ?? 'ms'
  process.stdout.write(
    `${word} ${(row.goal ?? '').padEnd(4)} ${row.what}: ${row.medianMs.toFixed(3)} ${unit}; ${row.anchor}: ${row.anchorMs.toFixed(3)} ${unit}; ratio ${row.ratio.toFixed(2)} ${wanted}\n`,
  )
}
