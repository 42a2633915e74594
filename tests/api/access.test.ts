import { recordConsent } from '#backend/guardian/public.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openOrder as openOrderOf } from './orders.ts'
import type { OrderProcedure } from '#vocabulary/operation.ts'
import type { Access, Endpoint } from '#protocol/endpoint.ts'
import { failureIn } from '#protocol/envelope.ts'
import { api } from '#protocol/index.ts'
import { startHarness, type Harness } from './harness.ts'
import { openHeir, theDeceased } from './heirs.ts'
import { makeMember } from './members.ts'
import { fieldNames, sampleRequest, type Samples } from './wire-samples.ts'
import { bookSize } from './sizes.ts'

type Member = Awaited<ReturnType<typeof makeMember>>
type Request = Member['request']

const endpoints: [string, Endpoint][] = Object.entries(api)

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

/** What a caller gets: HTTP status and code of the failure. */
async function ask(request: Request, endpoint: Endpoint, given: Samples = {}) {
  const { path, init } = sampleRequest(endpoint, given)
  const response = await request(path, init)
  const failure = failureIn(await response.json())
  return { status: response.status, code: failure?.code, fields: failure?.fields }
}

const visit: Request = async (path, init) =>
  harness.services.apiApp.request(path, init, {
    traceKey: 'trace-test',
    now: harness.clock.now(),
    signedIn: undefined,
  })

describe('どのAPIも、宣言したとおりの人だけが使える', () => {
  let account: Request
  let member: Request
  beforeAll(async () => {
    account = (await harness.signIn('watanabe')).request
    member = (await makeMember(harness, { loginId: 'sato' })).request
  })

  const needs: Readonly<Record<Access, { visitor?: number; account?: number; member?: number }>> = {
    visitor: {},
    account: { visitor: 401 },
    member: { visitor: 401, account: 403 },
    staff: { visitor: 401, account: 403, member: 403 },
  }
  const gates = ['NOT_SIGNED_IN', 'ACCESS_DENIED', 'FORGERY_SUSPECTED']

  test.each(endpoints)('%s', async (_, endpoint) => {
    const response = {
      visitor: await ask(visit, endpoint),
      account: await ask(account, endpoint),
      member: await ask(member, endpoint),
    }
    const refused = needs[endpoint.access]
    for (const who of ['visitor', 'account', 'member'] as const) {
      const expected = refused[who]
      if (expected === 401)
        expect(response[who]).toMatchObject({ status: 401, code: 'NOT_SIGNED_IN' })
      else if (expected === 403)
        expect(response[who]).toMatchObject({ status: 403, code: 'ACCESS_DENIED' })
      else if (who !== 'visitor' || endpoint.method === 'GET')
        expect(gates, `${who}: ${response[who].code}`).not.toContain(response[who].code)
    }
    expect(Object.values(response).map(({ status }) => status)).not.toContain(501)
    // A request made from the schema reaches the handler: else this test would prove nothing.
    expect(response.member.fields ?? {}, endpoint.path).toEqual({})
  })
})

describe('ほかの人のものは、ないものと同じに見える', () => {
  let owner: Member
  let other: Member
  let own: Samples
  const unknown: Samples = {
    lineId: 'line_00000000000000000000',
    lineIds: ['line_00000000000000000000'],
    orderNo: 'A-2222-2222-2222',
    noticeIds: ['ntc_00000000000000000000'],
    docId: 'doc_00000000000000000000',
  }
  const idNames = Object.keys(unknown)

  beforeAll(async () => {
    const share = { planCode: 20, course: 'share' as const, lines: [{}, {}] }
    owner = await makeMember(harness, { loginId: 'owner', ...share })
    other = await makeMember(harness, { loginId: 'other', ...share })
    const lineId = owner.lineIds[1] ?? ''
    own = { lineId, lineIds: [lineId], ...(await ownThings()) }
    await ownConsent(lineId)
    const succession = await ownSuccession()
    orders = {
      handoverWithdrawPost: await openOrder('lineHandover', 'offered'),
      simCancelResetPost: await openOrder('lineCancel', 'booked'),
      orderSwitchOverPost: await openOrder('simReissue', 'ordered'),
      topUpReceiptGet: await buyPack(),
      assuredDeviceRegistrationDelete: await openOrder('deviceRegister', 'asked'),
      assuredDeviceClaimDelete: await openOrder('deviceClaim', 'asked'),
      assuredDevicePhotographsPost: await openOrder('deviceClaim', 'asked'),
      ...(await ownMoves()),
      successionDocumentPost: succession,
      successionWithdrawPost: succession,
    }
  })

  /** Orders of the procedure that an endpoint is about, where it is not about any order. */
  let orders: Readonly<Record<string, string>> = {}

  /** A line on its way to another phone. */
  async function ownMoves() {
    const orderNo = await openOrder('phoneMove', 'requested')
    const names = ['Get', 'CodeGet', 'LetterPost', 'SwitchPost', 'RollBackPost', 'WithdrawPost']
    return Object.fromEntries(names.map((name) => [`phoneMove${name}`, orderNo]))
  }

  /** A minor uses the owner's line. */
  async function ownConsent(lineId: string) {
    const { accountId, contractId, now } = owner
    const born = { birth: tokyoDate('2015-04-01'), relation: 'parent', way: 'order' } as const
    await harness.database.db
      .transaction()
      .execute((tx) =>
        recordConsent(
          tx,
          harness.services,
          { actor: 'member', accountId, contractId, now },
          { lineId, ...born, givenAt: now },
        ),
      )
  }

  /** Of somebody else's contract, to end it: the owner has one already. */
  async function ownSuccession() {
    const heir = await openHeir(harness, 'owner')
    await heir.answerAll((await theDeceased(harness, 'deceased')).number, { request: 'end' })
    return (await heir.submit()).orderNo
  }

  async function buyPack() {
    const body = { packId: '100mb', priceYen: 220 } as const
    return (await owner.call(api.highSpeedCouponPost, { body })).receipt.orderNo
  }

  async function openOrder(procedure: OrderProcedure, event: string) {
    const { contractId, lineIds, now } = owner
    const lineId = lineIds[0] ?? ''
    return harness.database.db
      .transaction()
      .execute((tx) =>
        openOrderOf(tx, { contractId, lineId, procedure, event, actor: 'member', now }),
      )
  }

  /** A check of identity belongs to orders that ask for one; what an app asks is begun by the app. */
  const withoutOwn = ['identityCheckGet', 'identityCheckPost', 'connectionsAppPost']

  /** An order, a notice of it and, where there is one, a document of the owner's. */
  async function ownThings() {
    const receipt = await bookSize(owner, 25)
    await harness.drain()
    const { rows } = await owner.call(api.noticesGet)
    const { documents } = await owner.call(api.contractDetailStatusGet)
    return {
      orderNo: receipt.orderNo,
      noticeIds: rows.slice(0, 1).map((row) => row.noticeId),
      ...(documents[0] ? { docId: documents[0].docId } : {}),
    }
  }

  /** Endpoints that take the name of something, each with the ids it takes. */
  const naming = endpoints.flatMap(([name, endpoint]) => {
    const ids = idNames.filter((id) => fieldNames(endpoint).has(id))
    const isAsked = ids.length > 0 && endpoint.access !== 'visitor'
    return isAsked ? [{ name, endpoint, ids }] : []
  })
  const pick = (from: Samples, ids: readonly string[]): Samples =>
    Object.fromEntries(ids.flatMap((id) => (id in from ? [[id, from[id]]] : [])))

  test('名前を受け取るAPIは30以上ある', () => {
    expect(naming.length).toBeGreaterThan(30)
  })

  test.each(naming)('$name', async ({ endpoint, ids }) => {
    const before = await snapshot()
    const foreign = await ask(other.request, endpoint, pick(own, ids))
    const missing = await ask(other.request, endpoint, pick(unknown, ids))
    expect(foreign).toEqual(missing)
    expect(foreign.status).toBe(404)
    expect(await snapshot()).toEqual(before)
  })

  /** Everything of the owner that a stranger could have changed. */
  async function snapshot() {
    const { rows } = await harness.database.pool.query(
      `select (select jsonb_agg(l order by line_id) from line l where contract_id = $1) as lines,
         (select to_jsonb(c) from contract c where contract_id = $1) as contract,
         (select jsonb_agg(o order by order_no) from procedure_order o where contract_id = $1) as orders,
         (select jsonb_agg(n order by notice_id) from notice n where account_id = $2) as notices,
         (select count(*)::int from audit_entry where chain = $1) as audit`,
      [owner.contractId, owner.accountId],
    )
    return z.array(z.unknown()).length(1).parse(rows)
  }

  test.for(naming)('$name は、持ち主には「ない」と言わない', async (named, context) => {
    const { name, endpoint, ids } = named
    const mine = pick({ ...own, ...(orders[name] ? { orderNo: orders[name] } : {}) }, ids)
    if (withoutOwn.includes(name) || Object.keys(mine).length === 0) context.skip()
    const response = await ask(owner.request, endpoint, mine)
    expect(response.code).not.toBe('NOT_FOUND')
  })
})
