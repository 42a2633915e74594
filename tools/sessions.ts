// npm run sessions -- <account or contract> --who <name>: logins of a member that are not over. `end <account or contract> <case>` ends them
// all on the server, with keys, apps, webhooks and cards; the case and who asked for it stand in the audit.
import { readWalk } from '#backend/jobs/moved-clock.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { listSessions } from '#backend/login/desk.ts'
import { endEveryLogin } from '#backend/notice/public.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { caseNumber } from './setup/case-number.ts'
import { borrowDatabase } from './setup/database.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'
import { noteAtShell, shellStaff } from './setup/shell-staff.ts'
import { print } from './setup/print.ts'

await runTool(async () => {
  const words = process.argv.slice(2)
  const staff = shellStaff(words)
  const isEnd = words[0] === 'end'
  const [id, caseNo, ...rest] = isEnd ? words.slice(1) : words
  const isComplete =
    id !== undefined &&
    rest.length === 0 &&
    (isEnd ? caseNumber.test(caseNo ?? '') : caseNo === undefined)
  if (!isComplete)
    throw new StartRefusal(
      'Say npm run sessions -- <account or contract>, or npm run sessions -- end <account or contract> <case>, both with --who <your name>, where the case is a number like DESK-123.',
    )
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2 })
  const loginNow = Temporal.Now.instant()
  try {
    const { at: now } = await readWalk(handle)
    const note = { command: isEnd ? 'sessions end' : 'sessions', target: id, now }
    if (isEnd) {
      const ended = await handle.db.transaction().execute(async (tx) => {
        await noteAtShell(tx, staff, note)
        return endEveryLogin(tx, id, caseNo ?? '', { now, loginNow })
      })
      return print(`${id}: ${ended} sessions ended`)
    }
    const found = await handle.db.transaction().execute(async (tx) => {
      await noteAtShell(tx, staff, note)
      return listSessions(tx, id, loginNow)
    })
    for (const one of found)
      print(
        `since ${String(one.created_at)}, last seen ${String(one.last_seen_at)}, from ${one.address_masked || 'an unknown address'}: ${one.user_agent}`,
      )
    if (found.length === 0) print(`${id} is logged in nowhere`)
  } catch (error) {
    throw error instanceof RangeError ? new StartRefusal(`${error.message}.`) : error
  } finally {
    await handle.close()
    await database.stop()
  }
})
