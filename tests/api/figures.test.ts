import { expect, test } from 'vitest'
import { imeiPlace } from '#backend/contract/terminals.ts'
import { api } from '#protocol/index.ts'
import { instant, tokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import { tries } from '../tries.ts'
import { figures, figuresAt } from './figures.ts'
import { makeMember, putCard } from './members.ts'
import { openPages } from './pages.ts'
import { addRow } from './rows.ts'
import { runSweeps } from './sweeps.ts'
import { useHarness } from './use-harness.ts'

const harness = await useHarness('2026-11-01T07:00:00+09:00')
const browse = await openPages(harness)

/** What billing does at these hours of every month; every second month the card is refused until the 20th. */
const hours = ['01T07', '03T12', '07T10', '08T12', '10T10', '13T10', '18T12', '20T12', '25T12']
const moments = new Set(['03T12', '08T12', '18T12', '20T12', '25T12'])

test('どの画面・API・CSVでも、同じことは同じ数字で言う', async () => {
  const { contractId } = await makeMember(harness, { loginId: 'figures' })
  await addRow(harness, 'terminal', {
    contract_id: contractId,
    device_id: 'dev_1',
    name: 'スマートフォン A',
    imei_sealed: harness.services.sealing.seal(imeiPlace('dev_1'), '350000000001234'),
    purchased_on: tokyoDate('2026-09-20'),
    price_yen: 128_000,
    instalment_count: 24,
    first_instalment_month: tokyoMonth('2026-10'),
    warranty_until: null,
    notice: null,
  })
  const wanted = tries({ usually: 5, long: 60 })
  const places = new Set<string>()
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
      await runSweeps(harness, 'month-close', 'collection', 'overdue')
      await harness.drain()
      const member = await harness.signIn('figures')
      if (hour === '20T12' && isRefused) {
        await putCard(harness, contractId)
        for (const { billId, amountYen } of (await member.call(api.billingUnpaidGet)).bills)
          await member.call(api.singlePayPost, { body: { billId, amountYen } })
      }
      if (!moments.has(hour) || seen === wanted) continue
      seen += 1
      const told = await figuresAt({ harness, member, open: browse(member).open })
      for (const { figure, where } of told) places.add(`${figure} ${where}`)
      const contradictions = [...Map.groupBy(told, ({ figure }) => figure).values()].filter(
        (same) => new Set(same.map(({ says }) => says)).size > 1,
      )
      expect({ at: harness.clock.now().toString(), contradictions }).toEqual({
        at: instant(`${month.toString()}-${hour}:00:00+09:00`).toString(),
        contradictions: [],
      })
    }
  // Every place was read at some moment: a pattern that finds nothing would compare nothing.
  const all = Object.entries(figures).flatMap(([figure, sources]) =>
    sources.map(({ where }) => `${figure} ${where}`),
  )
  expect([...places].toSorted()).toEqual([...new Set(all)].toSorted())
}, 900_000)
