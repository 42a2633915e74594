import { api } from '#protocol/index.ts'
import type { MoveProof } from '#vocabulary/phone-move.ts'
import { hashSecret } from '#backend/db/ids.ts'
import { received } from './contact-codes.ts'
import type { Harness } from './harness.ts'
import { profile, setProfile } from './members.ts'
import { atReader } from './outside-pages.ts'
import { rowsOf } from './rows.ts'
import { simDesk } from './sim-orders.ts'
import { askStandIn } from './stand-ins.ts'
import { runTasksLike } from './tasks.ts'

/** What tests of moves to another phone do by hand: as the screens do, the new phone, the card, and time. */
export function moveDesk(harness: Harness, prefix: string) {
  const desk = simDesk(harness, prefix)
  let serial = 0

  /** A session that has shown a passkey now. */
  const prove = (secret: string) =>
    harness.database.db
      .updateTable('session')
      .set({ strong_proof_at: harness.clock.now() })
      .where('session_hash', '=', hashSecret(secret))
      .execute()

  async function member(kind: 'voice' | 'data' = 'voice') {
    serial += 1
    const made = await desk.member({ lines: [{ kind }] })
    const email = `${made.loginId}@old.example.jp`
    const phone = `0908111${String(1000 + serial)}`
    await setProfile(harness, made.accountId, { ...profile, email, phone })
    const { call, secret } = await session(made)
    return { ...made, email, phone, call, secret }
  }
  type Member = Awaited<ReturnType<typeof member>>

  const session = ({ loginId }: { loginId: string }) => harness.signIn(loginId)

  /** The same member after logging in now. */
  async function again(who: Member) {
    Object.assign(who, await session(who))
  }

  const estimate = ({ call, lineId }: Member, phone?: string) =>
    call(api.phoneMoveEstimateGet, { query: { lineId, ...(phone && { phone }) } })

  async function begin(who: Member, proof: MoveProof, phone?: string) {
    if (proof === 'passkey') await prove(who.secret)
    const { conditions } = await estimate(who)
    const body = { lineId: who.lineId, conditions, proof, ...(phone && { phone }) }
    return who.call(api.phoneMovePost, { body })
  }

  const move = ({ call }: Member, orderNo: string) => call(api.phoneMoveGet, { query: { orderNo } })
  const codeIn = async ({ call }: Member, orderNo: string) =>
    (await call(api.phoneMoveCodeGet, { query: { orderNo } })).activationCode

  const read = (activationCode: string, device: object = {}) =>
    fetch(`${harness.carrier.url}/phone/read`, {
      method: 'POST',
      body: JSON.stringify({ activationCode, ...device }),
    })

  async function ready(who: Member) {
    const { orderNo } = await begin(who, 'passkey')
    await after({ seconds: 30 })
    return { orderNo, code: await codeIn(who, orderNo) }
  }

  async function seen(who: Member) {
    const at = await ready(who)
    await read(at.code)
    await after({ seconds: 30 })
    return at
  }

  async function moved(who: Member) {
    const { orderNo } = await seen(who)
    await switchOver(who, orderNo)
    await after({ seconds: 10 })
    return move(who, orderNo)
  }

  const switchOver = ({ call }: Member, orderNo: string) =>
    call(api.phoneMoveSwitchPost, { body: { orderNo } })
  const rollBack = ({ call }: Member, orderNo: string) =>
    call(api.phoneMoveRollBackPost, { body: { orderNo } })

  /** The member's part at the reader. */
  async function showChip({ call, accountId, secret }: Member, orderNo: string, outcome: string) {
    const body = { orderNo, back: '/mypage/sim/move.html' }
    const { startUrl } = await call(api.identityCheckPost, { body })
    const checkId = startUrl.split('/').at(-1) ?? ''
    const { identity } = harness.services
    await atReader(await identity.start(accountId, checkId, hashSecret(secret)), outcome)
    await identity.finish(accountId, checkId)
  }

  const exchangesOf = (orderNo: string) =>
    rowsOf(harness, 'carrier_exchange', ['state'], { order_no: orderNo }, 'created_at')

  async function carrierLine({ lineId }: Member): Promise<{ iccid: string; simKind: string }> {
    const answer = await fetch(`${harness.carrier.url}/lines/ref-${lineId}`, {
      headers: { authorization: `Bearer ${harness.services.config.CARRIER_SECRET}` },
    })
    return answer.json()
  }

  const ownTasks = /^(carrier reconciliation|SIM|MNP|identity|phone|holds)/

  async function work() {
    await harness.services.exchanges.reconcile()
    await runTasksLike(harness, ownTasks)
    await harness.drain()
  }

  /** Lets the worker do what lies ready, sets the clock, and runs what these areas have due then. */
  async function workAt(instant: string, later: Temporal.DurationLike = { seconds: 0 }) {
    await harness.drain()
    harness.clock.set(Temporal.Instant.from(instant).add(later).toString())
    await work()
  }

  const after = (later: Temporal.DurationLike) => workAt(harness.clock.now().toString(), later)

  /** Somebody opens the link that stops it, in the last mail that has one. */
  async function stopByLink({ email }: Member) {
    const link = /\/auth\/stop\?t=([\w-]+)/.exec((await received(harness, email)).join('\n'))
    await harness.services.stopHeld(link?.[1] ?? '', harness.clock.now())
    await harness.drain()
  }

  return {
    ...desk,
    member,
    session,
    prove,
    again,
    estimate,
    begin,
    move,
    read,
    codeIn,
    ready,
    seen,
    moved,
    switchOver,
    rollBack,
    showChip,
    exchangesOf,
    carrierLine,
    chargesOf: desk.chargesOf,
    lineOf: ({ call }: Member) => call(api.contractGet).then(({ lines }) => lines[0]),
    workAt,
    hoursLater: workAt,
    after,
    stopByLink,
    askStandIn,
  }
}
