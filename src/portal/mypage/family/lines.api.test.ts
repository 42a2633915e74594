import { expect, test } from 'vitest'
import * as outages from '#backend/outage/public.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { giveBucket } from '#tests/api/data-facts.ts'
import { familyDesk } from '#tests/api/families.ts'
import { openPages } from '#tests/api/pages.ts'
import { setRows } from '#tests/api/rows.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
const browse = await openPages(harness)
const { holder, member } = familyDesk(harness, 'family-page')

async function people() {
  const owner = await holder()
  const lineId = owner.lineIds[1] ?? ''
  const ren = await member(owner, 'lineUser', lineId)
  return { owner, lineId, ren }
}
const wordsOf = async ({ session, token }: Awaited<ReturnType<typeof member>>) =>
  (await browse({ secret: session, token }).open('/mypage/family/line.html')).text

test('回線の終わりが予約されると、その回線を使う人にも、いつ終わるかを言う', async () => {
  const { lineId, ren } = await people()
  expect(await wordsOf(ren)).not.toContain('終わる予定')
  const ending = { status: 'ending', ends_on: tokyoDate('2026-11-30') } as const
  await setRows(harness, 'line', ending, { line_id: lineId })
  expect(await wordsOf(ren)).toContain('この回線は、11月30日（月）に終わる予定です。')
})

test('障害のあいだは、回線を使う人にもまとめ役にも、緊急通報のことから言い、高速で通信できるとは言わない', async () => {
  const { owner, ren } = await people()
  const mother = await member(owner, 'manager')
  await giveBucket(harness, owner.contractId, { remainingBytes: 3_000_000_000 })
  expect(await wordsOf(ren)).toContain('いまは高速です')
  const now = harness.clock.now()
  const { queue, database } = harness.services
  const entry = {
    title: 'データ通信がつながりにくい状態',
    kind: 'outage',
    severity: 'outage',
    services: ['data', 'voice'],
    areas: [],
    beginsAt: now,
    until: undefined,
    message: '原因を調べています。',
  } as const
  await database.db.transaction().execute((tx) => outages.openOutage(tx, { queue }, { now }, entry))
  for (const one of [ren, mother]) {
    const said = await wordsOf(one)
    expect(said).toContain('110・118・119への通報')
    expect(said).toContain('データ通信がつながりにくい状態')
    expect(said).toContain('つながりにくくなっています')
    expect(said).not.toContain('いまは高速です')
    expect(said).not.toContain('高速で通信できます')
  }
})

test('まとめ役が回線の画面から利用量を見ると、その回線の使った量が開く', async () => {
  const { owner, lineId } = await people()
  const { session, token } = await member(owner, 'manager')
  const line = await browse({ secret: session, token }).open(`/mypage/line/${lineId}.html`)
  const used = await line.follow('この回線の利用量を見る')
  expect(used.title).toContain('使った量')
  expect(used.url.searchParams.get('line')).toBe(lineId)
  expect(used.text).not.toContain('すべての回線')
})
