import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { findMember } from '#backend/console/grant/commands/open-record.ts'
import { getRow } from '#backend/db/rows.ts'
import { readHolder } from '#backend/holder.ts'
import { openTicket } from '#backend/contact/public.ts'
import type { RequestFacts, WireResponse } from '#backend/wire.ts'
import { toAnswer } from '#backend/wire.ts'
import { api } from '#protocol/index.ts'
import { seedDemo } from '#demo/seed/seed-demo.ts'
import { createConsolePages, openConsoleBuild } from '#server/console/pages.ts'
import { startHarness, type Harness } from '#tests/api/harness.ts'
import { CONSOLE_URL } from '#tests/api/staff.ts'
import { addContracts } from './contracts-beside.ts'
import { alternate, type Row } from './row.ts'
import { noteStatements, type Statement } from './noted-statements.ts'
import { copyOfScratch, openScratch } from './scratch.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const NOW = '2026-11-20T10:00:00+09:00'
const SMALL_CONTRACTS = 1_000
const BIG_CONTRACTS = Number(process.env['BENCH_CONSOLE_CONTRACTS'] ?? 100_000)
const ROUNDS = 41
const member = 'suzuki'

/**
 * What the desk does most beside its queues: to find a member and to open the record at its first part. Each with a thousand
 * contracts and with many, and the page of the record against drawing it and its statements by bare pg.
 */
export async function run(): Promise<Row[]> {
  const small = await openScratch()
  try {
    await seed(small.url)
    await addContracts(small.pool, SMALL_CONTRACTS)
    const big = await copyOfScratch(small)
    try {
      await addContracts(big.pool, BIG_CONTRACTS, SMALL_CONTRACTS)
      const desks = { small: await openDesk(small.url), big: await openDesk(big.url) }
      try {
        return [...(await findings(desks)), ...(await records(desks))]
      } finally {
        await desks.small.close()
        await desks.big.close()
      }
    } finally {
      await big.drop()
    }
  } finally {
    await small.drop()
  }
}

type Desks = Readonly<Record<'small' | 'big', Awaited<ReturnType<typeof openDesk>>>>

async function findings(desks: Desks): Promise<Row[]> {
  const rows: Row[] = []
  for (const by of ['number', 'mail', 'contract', 'order'] as const) {
    const contenders = { small: () => desks.small.find(by), big: () => desks.big.find(by) }
    await alternate(10, contenders)
    const timeOf = await alternate(ROUNDS, contenders)
    rows.push(overContracts(`a member found by ${by}`, timeOf))
  }
  return rows
}

async function records({ small, big }: Desks): Promise<Row[]> {
  const rows: Row[] = []
  for (const part of ['summary', 'lines', 'billing', 'orders'] as const) {
    const { drawn, asked } = await big.noted(part)
    const bare = await big.bare()
    const read = async () => {
      for (const { text, values } of asked) await bare.query(text, [...values])
    }
    const contenders = {
      small: () => small.record(part),
      big: () => big.record(part),
      drawn,
      read,
    }
    await alternate(10, contenders)
    const timeOf = await alternate(ROUNDS, contenders)
    await bare.end()
    rows.push(overContracts(`a record's ${part}`, timeOf), {
      goal: 'console',
      what: `a record's ${part} at ${BIG_CONTRACTS} contracts`,
      medianMs: timeOf('big'),
      anchor: `drawn ${timeOf('drawn').toFixed(2)} ms + 1.5 × ${asked.length} statements by bare pg ${timeOf('read').toFixed(2)} ms`,
      anchorMs: timeOf('drawn') + 1.5 * timeOf('read'),
      ratio: timeOf('big') / (timeOf('drawn') + 1.5 * timeOf('read')),
      wanted: { atMost: 1 },
    })
  }
  return rows
}

const overContracts = (what: string, timeOf: (name: 'small' | 'big') => number): Row => ({
  goal: 'console',
  what: `${what} at ${BIG_CONTRACTS} contracts`,
  medianMs: timeOf('big'),
  anchor: `the same at ${SMALL_CONTRACTS} contracts`,
  anchorMs: timeOf('small'),
  ratio: timeOf('big') / timeOf('small'),
  wanted: { atMost: 1.15 },
})

/** The demo's members with their thirteen months. */
async function seed(url: string) {
  const harness = await startHarness(NOW, {}, { past: { url } })
  await seedDemo(harness.services, () => undefined)
  await harness.stop()
}

/** Somebody of the staff at the console's pages, with a member's record open. */
async function openDesk(url: string) {
  const harness = await startHarness(NOW, {}, { past: { url } })
  const { build } = await openConsoleBuild(root)
  const staff = await harness.staff('fukuda')
  const { accountId } = await harness.signIn(member)
  const grant = await openRecord(harness, staff)
  const wanted = await searchedBy(harness, accountId)
  const { console } = harness
  const pages = createConsolePages(console, build)
  const facts = async (): Promise<RequestFacts> => ({
    traceKey: randomUUID(),
    now: harness.clock.now(),
    signedIn: undefined,
    staff: await console.findSession(staff.secret),
  })
  const visit = async (shown: typeof pages, part: string, known?: RequestFacts) => {
    const request = new Request(`${CONSOLE_URL}/c/${grant}/${part}`, {
      headers: { cookie: `staff=${staff.secret}` },
    })
    const response = await shown.render(request, known ?? (await facts()), 'bench')
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`the record answered ${response.status}`)
  }

  /** The page over the answers that its API gave once, and the statements that they took. */
  async function noted(part: string) {
    await visit(pages, part)
    const statements: Statement[] = []
    const noting = await startHarness(NOW, {}, { past: { url } })
    for (const pool of [noting.database.pool, noting.database.reading])
      noteStatements(pool, statements)
    const answers = new Map<string, WireResponse>()
    const taking = createConsolePages(
      {
        ...noting.console,
        askApi: async (address, init, asked) => {
          const answer = await noting.console.askApi(address, init, asked)
          const body: unknown = JSON.parse(await answer.text())
          answers.set(address, { status: answer.status, headers: {}, body })
          return answer
        },
      },
      build,
    )
    const staffNow = await noting.console.findSession(staff.secret)
    await visit(taking, part, { ...(await facts()), staff: staffNow })
    await noting.stop()
    const known = await facts()
    const drawing = createConsolePages(
      {
        ...console,
        askApi: async (address) => {
          const answer = answers.get(address)
          if (answer === undefined) throw new Error(`no answer was kept for ${address}`)
          return toAnswer(answer)
        },
      },
      build,
    )
    const asked = [...new Map(statements.map((one) => [JSON.stringify(one), one])).values()]
    return { drawn: () => visit(drawing, part, known), asked }
  }

  return {
    /** As the API does it, but for its limit of 30 a minute. */
    find: async (by: keyof typeof wanted) => {
      const session = (await facts()).staff
      if (session === undefined) throw new Error('the login is over')
      const who = { staff: { ...session, role: 'procedures' as const }, now: harness.clock.now() }
      const { hits } = await harness.database.db
        .transaction()
        .execute((tx) => findMember(tx, harness.services, who, wanted[by]))
      if (hits.length !== 1) throw new Error(`${hits.length} members were found by ${by}`)
    },
    record: (part: string) => visit(pages, part),
    noted,
    bare: async () => {
      const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
      await client.connect()
      return client
    },
    close: harness.stop,
  }
}

type Staff = Awaited<ReturnType<Harness['staff']>>

/** As after a call: out of a case, and proved by the code that my page shows. */
async function openRecord(harness: Harness, staff: Staff): Promise<string> {
  const { accountId, call } = await harness.signIn(member)
  const now = harness.clock.now()
  const who = { actor: 'system', accountId, now } as const
  const given = { channel: 'telephone', reason: 'contact', topic: 'procedure', accountId } as const
  const { ticket_no: ticket } = await harness.database.db
    .transaction()
    .execute((tx) => openTicket(tx, harness.services, who, given))
  const { grant } = await staff.ask('consoleGrantPost', { body: { ticket, account: accountId } })
  const { code } = await call(api.callerCodePost, { body: { purpose: 'caller' } })
  await staff.ask('consoleProofCheckPost', { body: { grant, purpose: 'caller', code } })
  return grant
}

/** What a caller may say of themselves. */
async function searchedBy({ database: { db }, services }: Harness, account: string) {
  const { email: mail } = await readHolder(db, services.sealing, account)
  const { contract_id: contract } = await getRow(db, 'contract', { account_id: account })
  const { order_no: order } = await db
    .selectFrom('procedure_order')
    .select('order_no')
    .where('contract_id', '=', contract)
    .orderBy('order_no')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { number: '09000002001', mail, contract, order }
}
