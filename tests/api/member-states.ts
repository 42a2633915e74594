import { newId } from '#backend/db/ids.ts'
import { beginOpening } from '#backend/opening/public.ts'
import { openOutage, type NewOutage } from '#backend/outage/public.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { giveBucket } from './data-facts.ts'
import { billed } from './debts.ts'
import type { Harness } from './harness.ts'
import { heirDesk } from './heirs.ts'
import { makeMember, putCard, setProfile, type MemberShape } from './members.ts'
import { setContract, setRows } from './rows.ts'
import { simDesk } from './sim-orders.ts'
import { runTasks } from './tasks.ts'

export type StateOfMember = {
  readonly name: string
  /** Brings it about and says whose browser looks at it; nobody's is a visitor's. */
  readonly arrange: () => Promise<Browser | undefined>
  /** Takes back what would concern those who come after. */
  readonly after?: () => Promise<void>
}
type Browser = Awaited<ReturnType<Harness['signIn']>>

const NOW = '2026-11-20T10:00:00+09:00'

/** Of the demo's people, as they are on 20 November at 10:00. */
export function seededStates(harness: Harness): readonly StateOfMember[] {
  const of = (name: string, loginId: string): StateOfMember => ({
    name,
    arrange: () => harness.signIn(loginId),
  })
  const trouble = (
    name: string,
    kind: 'outage' | 'maintenance',
    title: string,
    emergency: Pick<NewOutage, 'emergencyCalls' | 'otherWays'> = {},
  ): StateOfMember => ({
    name,
    async arrange() {
      const now = harness.clock.now()
      const entered = {
        kind,
        severity: 'outage',
        services: ['data', 'voice'],
        areas: [],
        title,
        beginsAt: now.subtract({ minutes: 40 }),
        until: now.add({ hours: 2 }),
        message: kind === 'outage' ? '復旧を進めています。' : '通信が途切れることがあります。',
        ...emergency,
      } as const
      await harness.database.db
        .transaction()
        .execute((tx) => openOutage(tx, harness.services, { now }, entered))
      return harness.signIn('sato')
    },
    after: async () => {
      await harness.database.pool.query('delete from outage_update')
      await harness.database.pool.query('delete from outage')
    },
  })
  return [
    { name: '訪問者', arrange: async () => undefined },
    of('契約のないアカウント', 'watanabe'),
    of('審査中', 'misaki'),
    of('受付済み（SIMの準備中）', 'nakamura'),
    of('ご利用中', 'sato'),
    of('シェアでご利用中', 'suzuki'),
    of('SIMの再発行の途中', 'tanaka'),
    of('解約の予約中', 'ito'),
    of('未払いで停止中', 'takahashi'),
    trouble('障害の発生中', 'outage', '通話とデータ通信が使えない状態'),
    trouble('障害で緊急通報もつながらない', 'outage', '通話とデータ通信が使えない状態', {
      emergencyCalls: 'stopped',
      otherWays: ['landline', 'publicPhone', 'roaming'],
    }),
    trouble('障害で、緊急通報に影響がない', 'outage', '通話とデータ通信が使えない状態', {
      emergencyCalls: 'unaffected',
    }),
    trouble('メンテナンス中', 'maintenance', '設備の更新'),
  ]
}

const november = { grantedBytes: 3_000_000_000, remainingBytes: 1_800_000_000 }

/** Of members made for it, in the order of the dates. */
export function madeStates(harness: Harness): readonly StateOfMember[] {
  const desk = simDesk(harness, 'state')
  const heirs = heirDesk(harness)
  const collectAt = async (...hours: readonly string[]) => {
    for (const at of hours) {
      harness.clock.set(`2026-${at}:00:00+09:00`)
      await runTasks(harness, 'overdue', 'collection')
    }
  }
  /** Of 3 GB for November, and a month more, 1.8 GB are left. */
  const withData = async (shape: MemberShape) => {
    const member = await makeMember(harness, shape)
    await giveBucket(harness, member.contractId, november)
    return member
  }
  const owing = async (loginId: string) => {
    const { contractId } = await withData({ loginId })
    await putCard(harness, contractId, 'insufficient-funds')
    await billed(harness, contractId, { month: '2026-10' })
    return contractId
  }
  let second = ''
  return [
    {
      name: '未払い1か月',
      async arrange() {
        second = await owing('owes-two')
        await owing('owes-one')
        await collectAt('11-07T10', '11-10T10', '11-13T10')
        harness.clock.set(NOW)
        return harness.signIn('owes-one')
      },
    },
    {
      name: '保留中（はじめての端末からの転出）',
      async arrange() {
        const loginId = 'held'
        await harness.signIn(loginId, undefined, true, { secret: 'years' })
        const { accountId, lineIds } = await withData({ loginId })
        await setProfile(harness, accountId)
        const stranger = await harness.signIn(loginId, undefined, true, { secret: 'new' })
        const [lineId = ''] = lineIds
        const { conditions } = await stranger.call(api.portOutPaymentGet, { query: { lineId } })
        const body = { lineId, conditions, agreed: true } as const
        await stranger.call(api.portOutIssuanceRequestPost, { body })
        return harness.signIn(loginId, undefined, true, { secret: 'years' })
      },
    },
    {
      name: '承継のお手続き中（ご契約者）',
      async arrange() {
        const { deceased } = await heirs.submitted()
        await giveBucket(harness, deceased.contractId, november)
        return harness.signIn(deceased.loginId)
      },
    },
    {
      name: '承継のお手続き中（引き継ぐ方）',
      async arrange() {
        const { loginId } = await heirs.submitted()
        return harness.signIn(loginId)
      },
    },
    {
      name: 'SIMの発送済み',
      async arrange() {
        await opened(harness, 'sent')
        await desk.workAt('2026-11-21T16:00:00+09:00')
        return harness.signIn('sent')
      },
    },
    {
      name: '開通した直後',
      async arrange() {
        await desk.workAt('2026-11-22T12:00:00+09:00')
        const member = await harness.signIn('sent')
        const { rows } = await member.call(api.statusApplyStateGet, { query: { only: 'open' } })
        const [order] = rows
        const body = { orderNo: order?.orderNo ?? '' }
        await member.call(api.orderSwitchOverPost, { body })
        await harness.drain()
        await desk.work()
        await harness.drain()
        return member
      },
    },
    {
      name: '請求の確定から引き落としまで',
      async arrange() {
        harness.clock.set('2026-12-03T10:00:00+09:00')
        const { contractId } = await withData({ loginId: 'due' })
        await billed(harness, contractId, { yen: 7157 })
        return harness.signIn('due')
      },
    },
    {
      name: '契約の終了後（お支払いが残る）',
      async arrange() {
        const shape = { loginId: 'ended', lines: [{ status: 'ended' as const }] }
        const { contractId } = await makeMember(harness, shape)
        const ends_on = tokyoDate('2026-11-30')
        await setContract(harness, contractId, { status: 'terminated', ends_on })
        await setRows(harness, 'line', { ends_on }, { contract_id: contractId })
        await billed(harness, contractId, { yen: 3740 })
        return harness.signIn('ended')
      },
    },
    {
      name: '未払い2か月で停止中',
      async arrange() {
        await collectAt('11-30T23')
        harness.clock.set('2026-12-01T07:00:00+09:00')
        await billed(harness, second, { month: '2026-11', yen: 3356 })
        await collectAt('12-07T10', '12-10T10', '12-13T10')
        harness.clock.set('2026-12-15T10:00:00+09:00')
        return harness.signIn('owes-two')
      },
    },
  ]
}

/** An application for a voice line and a line brought along, accepted a moment ago. */
async function opened(harness: Harness, loginId: string) {
  const { database, services, clock, signIn } = harness
  const { accountId } = await signIn(loginId)
  await setProfile(harness, accountId)
  const contractId = newId('ctr')
  const now = clock.now()
  await database.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('contract')
      .values({
        contract_id: contractId,
        account_id: accountId,
        plan_code: 13,
        course: 'single',
        status: 'accepted',
        applied_at: now,
      })
      .execute()
    const line = {
      kind: 'voice',
      size: 'nano',
      by: 'reservation',
      number: '07000008765',
      reservationNo: '1234567890',
    } as const
    const answers = { lineCount: 1, lines: [line] }
    await beginOpening(tx, services, { accountId, contractId, now }, { answers })
  })
}
