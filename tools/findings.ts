// npm run findings: what waits for a person, counted; with a name (npm run findings -- call-not-rated) each row and what to do.
// `again <name> <row>` begins given-up work anew; `done <name> <row> <case>` ticks off what nothing will put right; both say --who.
import { readWalk } from '#backend/jobs/moved-clock.ts'
import { connectDatabase, type DatabaseHandle } from '#backend/db/connect.ts'
import { countFinding, listFinding, resolveFinding, type NamedFinding } from '#backend/finding.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { findingsOfTheHouse } from '#server/findings/findings.ts'
import { createProcedures } from '#server/procedures.ts'
import { caseNumber } from './setup/case-number.ts'
import { borrowDatabase } from './setup/database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'
import { shellStaff, noteAtShell, type ShellStaff } from './setup/shell-staff.ts'
import { print } from './setup/print.ts'

const usage =
  'Say npm run findings, npm run findings -- <name>, npm run findings -- again <name> <row>, or npm run findings -- done <name> <row> <case>, the last two with --who <your name>, where the case is a number like DESK-123.'

await runTool(async () => {
  const findings = findingsOfTheHouse(createProcedures())
  const [first, ...words] = process.argv.slice(2)
  const step = first === 'again' || first === 'done' ? first : undefined
  const staff = step && shellStaff(words)
  const name = step === undefined ? first : words[0]
  const asked = name === undefined ? undefined : findings.get(name)
  if (name !== undefined && asked === undefined)
    throw new StartRefusal(`There is no finding "${name}": ${[...findings.keys()].join(', ')}.`)
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2, queryTimeoutMs: 60_000 })
  try {
    if (asked === undefined) await countAll(handle, findings)
    else if (!step || !staff) await list(handle, asked)
    else await take(handle, { step, staff }, asked, words.slice(1))
  } catch (error) {
    throw error instanceof RangeError ? new StartRefusal(`${error.message}.`) : error
  } finally {
    await handle.close()
    await database.stop()
  }
})

async function countAll(handle: DatabaseHandle, findings: ReadonlyMap<string, NamedFinding>) {
  const { at } = await readWalk(handle)
  for (const finding of findings.values()) {
    const { rows, oldest } = await countFinding(handle.db, finding, at)
    print(
      `${String(rows).padStart(6)}  ${finding.name}: ${finding.what}${oldest ? `, since ${oldest.toString()}` : ''}`,
    )
  }
}

async function list(handle: DatabaseHandle, finding: NamedFinding) {
  const { at } = await readWalk(handle)
  for (const { ref, detail, since } of await listFinding(handle.db, finding, at))
    print([ref, detail ?? '', since?.toString() ?? ''].join('\t'))
  print(`${finding.what}: ${finding.resolve}`)
}

async function take(
  handle: DatabaseHandle,
  { step, staff }: { step: 'again' | 'done'; staff: ShellStaff },
  finding: NamedFinding,
  [ref, caseNo, ...rest]: string[],
) {
  const isComplete = step === 'again' ? caseNo === undefined : caseNumber.test(caseNo ?? '')
  if (ref === undefined || !isComplete || rest.length > 0) throw new StartRefusal(usage)
  const { name, again } = finding
  const { at } = await readWalk(handle)
  await handle.db.transaction().execute(async (tx) => {
    const target = `${name} ${ref}`
    await noteAtShell(tx, staff, { command: `findings ${step}`, target, now: at })
    if (step === 'done') return resolveFinding(tx, finding, { ref, caseNo: caseNo ?? '' }, at)
    if (again === undefined) throw new RangeError(`nothing of ${name} is begun again`)
    if (!(await again(tx, ref))) throw new RangeError(`${name} lists no ${ref}`)
  })
  print(step === 'done' ? `${ref} is ticked off` : `${ref} is begun again`)
}
