import { expect, test } from 'vitest'
import { imeiAad } from '#backend/contract/terminals.ts'
import { api } from '#protocol/index.ts'
import { tokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import { partnerIdOf } from '#demo/seed/demo-members.ts'
import { tries } from '../tries.ts'
import { figures } from './figures.ts'
import { paperFigures } from './figures-papers.ts'
import { contradictionsIn, readFigures, type Figures, type Moment } from './figures-sources.ts'
import { makeMember, putCard, setProfile } from './members.ts'
import { openPages } from './pages.ts'
import { addRow } from './rows.ts'
import { useSeededHarness } from './seeded.ts'
import { linkPoints } from './points.ts'
import { runTasks } from './tasks.ts'
import { useHarness } from './use-harness.ts'

const all: Figures = Object.fromEntries(
  Object.keys({ ...figures, ...paperFigures }).map((figure) => [
    figure,
    [...(figures[figure] ?? []), ...(paperFigures[figure] ?? [])],
  ]),
)
const sourcesRead = new Set<string>()

async function expectOneStory(at: Omit<Moment, 'lastMonth'>, who: string) {
  const readings = await readFigures(all, at)
  for (const { figure, where } of readings) sourcesRead.add(`${figure} ${where}`)
  const when = at.harness.clock.now().toString()
  expect({ who, when, contradictions: contradictionsIn(readings) }).toEqual({
    who,
    when,
    contradictions: [],
  })
}

const harness = await useHarness('2026-11-01T07:00:00+09:00', {}, { prints: true })
const browse = await openPages(harness)

/** What billing does at these hours of every month; every second month the card is refused until the 20th. */
const hours = ['01T07', '03T12', '07T10', '08T12', '10T10', '13T10', '18T12', '20T12', '25T12']
/** On the 3rd the bill waits for the card, on the 18th it was refused, on the 25th it is paid. */
const looked = new Set(
  tries({
    usually: ['03T12', '18T12', '25T12'],
    long: ['03T12', '08T12', '18T12', '20T12', '25T12'],
  }),
)

test('請求の1年：どの画面・API・CSV・PDF・メール・持ち出しのファイルでも、同じことは同じ数字で言う', async () => {
  const { contractId, accountId } = await makeMember(harness, { loginId: 'figures' })
  await setProfile(harness, accountId)
  await linkPoints(harness, accountId, partnerIdOf('suzuki'))
  await addRow(harness, 'terminal', {
    contract_id: contractId,
    device_id: 'dev_1',
    name: 'スマートフォン A',
    imei_sealed: harness.services.sealing.seal(imeiAad('dev_1'), '350000000001234'),
    purchased_on: tokyoDate('2026-09-20'),
    price_yen: 128_000,
    instalment_count: 24,
    first_instalment_month: tokyoMonth('2026-10'),
    warranty_until: null,
    notice: null,
  })
  await runTasks(harness, 'documents missing')
  await harness.drain()
  const wanted = tries({ usually: 3, long: 60 })
  let seen = 0
  for (
    let month = Temporal.PlainYearMonth.from('2026-11');
    seen < wanted;
    month = month.add({ months: 1 })
  )
    for (const hour of hours) {
      harness.clock.set(`${month.toString()}-${hour}:00:00+09:00`)
      const isRefused = month.month % 2 === 1
      if (hour === '01T07')
        await putCard(harness, contractId, isRefused ? 'insufficient-funds' : 'ok')
      await runTasks(harness, 'month-close', 'collection', 'overdue')
      await harness.drain()
      const member = await harness.signIn('figures')
      if (hour === '20T12' && isRefused) {
        await putCard(harness, contractId)
        for (const { billId, amountYen } of (await member.call(api.billingUnpaidGet)).bills)
          await member.call(api.singlePayPost, { body: { billId, amountYen } })
      }
      if (!looked.has(hour) || seen === wanted) continue
      seen += 1
      await expectOneStory({ harness, member, open: browse(member).open }, 'figures')
    }
}, 900_000)

const demo = await useSeededHarness()
const browseDemo = await openPages(demo)

/** What falls due in between is caught up with every six hours. */
const moments = [
  '2026-11-20T10:00:00+09:00',
  '2026-12-01T10:00:00+09:00',
  '2026-12-08T12:00:00+09:00',
  '2026-12-20T12:00:00+09:00',
  '2026-12-28T21:00:00+09:00',
  '2027-01-12T08:00:00+09:00',
]

const people = ['suzuki', 'sato', 'kobayashi', 'takahashi']

test.each(moments.slice(0, tries({ usually: 1, long: moments.length })))(
  'デモの会員、%s：通話、データの見込み、ポイントも、どこでも同じ数字で言う',
  async (moment) => {
    await demo.walkTo(moment, { everyHours: 24 })
    await demo.drain()
    for (const loginId of people.slice(0, tries({ usually: 1, long: people.length }))) {
      const member = await demo.signIn(loginId)
      await expectOneStory({ harness: demo, member, open: browseDemo(member).open }, loginId)
    }
  },
  900_000,
)

test('表にあるすべての場所が、どこかの時点で読まれた', () => {
  // A pattern that finds nothing would compare nothing.
  const listed = Object.entries(all).flatMap(([figure, sources]) =>
    sources.map(({ where }) => `${figure} ${where}`),
  )
  expect([...sourcesRead].toSorted()).toEqual([...new Set(listed)].toSorted())
})
