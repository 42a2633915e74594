// npm run clients: apps that may ask members to be let in (docs/decisions/120). `add --name … --redirect https://… [--secret]`
// registers one and prints its id, and once its secret where it can keep one; `end <id>` ends it with everything that members
// have let it do. Each but the list says --who.
import { parseArgs } from 'node:util'
import { endClient, insertClient, isRedirectUri, listClients } from '#backend/connection/public.ts'
import { connectDatabase, type DatabaseHandle } from '#backend/db/connect.ts'
import { readWalk } from '#backend/jobs/moved-clock.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { borrowDatabase } from './setup/database.ts'
import { print } from './setup/print.ts'
import { root } from './setup/root.ts'
import { runTool, say } from './setup/run-tool.ts'
import { noteAtShell, shellStaff, type ShellStaff } from './setup/shell-staff.ts'

const HOW =
  'Say npm run clients, or npm run clients -- add --name <what members read> --redirect <https address> [--redirect …] [--secret], or npm run clients -- end <id>, both with --who <your name>.'

await runTool(async () => {
  const words = process.argv.slice(2)
  const staff = words.length === 0 ? undefined : shellStaff(words)
  const [step, ...rest] = words
  const database = await borrowDatabase(root, say)
  const handle = connectDatabase({ url: database.url, maxConnections: 2 })
  try {
    if (staff === undefined) await list(handle)
    else if (step === 'add') await add(handle, staff, rest)
    else if (step === 'end' && rest.length === 1) await end(handle, staff, rest[0] ?? '')
    else throw new StartRefusal(HOW)
  } finally {
    await handle.close()
    await database.stop()
  }
})

async function list({ db }: DatabaseHandle) {
  const clients = await listClients(db)
  for (const { client_id: id, name, redirect_uris: redirects, secret_hash: secret } of clients)
    print(`${id} ${name}${secret === null ? '' : ', with a secret'}: ${redirects.join(' ')}`)
  if (clients.length === 0) print('no app is registered')
}

async function add(handle: DatabaseHandle, staff: ShellStaff, words: string[]) {
  const { name, redirect = [], secret } = given(words)
  if (name === undefined || redirect.length === 0) throw new StartRefusal(HOW)
  const wrong = redirect.find((one) => !isRedirectUri(one))
  if (wrong !== undefined)
    throw new StartRefusal(
      `${wrong} is no address to lead a member back to: it begins with https://, or with http://127.0.0.1 or http://[::1], and has no fragment.`,
    )
  const { at: now } = await readWalk(handle)
  const made = await handle.db.transaction().execute(async (tx) => {
    const client = { name, redirectUris: redirect, keepsSecret: secret === true, now }
    const inserted = await insertClient(tx, client)
    await noteAtShell(tx, staff, { command: 'clients add', target: inserted.clientId, now })
    return inserted
  })
  print(made.clientId)
  if (made.secret !== undefined) print(`secret, shown once: ${made.secret}`)
}

async function end(handle: DatabaseHandle, staff: ShellStaff, id: string) {
  const { at: now } = await readWalk(handle)
  const ended = await handle.db.transaction().execute(async (tx) => {
    await noteAtShell(tx, staff, { command: 'clients end', target: id, now })
    return endClient(tx, id, now)
  })
  if (ended === undefined) throw new StartRefusal(`There is no app ${id}.`)
  print(`${id} has ended, with ${ended} connections of members`)
}

function given(words: string[]) {
  try {
    return parseArgs({
      args: words,
      options: {
        name: { type: 'string' },
        redirect: { type: 'string', multiple: true },
        secret: { type: 'boolean' },
      },
    }).values
  } catch {
    throw new StartRefusal(HOW)
  }
}
